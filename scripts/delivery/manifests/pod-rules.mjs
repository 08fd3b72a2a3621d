// The rules for every pod: the restricted profile of Pod Security, our own rules, pinned images, probes and a graceful end.
import { called, everywhere, template } from './world.mjs';

const DIGEST = /@sha256:[0-9a-f]{64}$/;

function* security(pod, containers) {
  const own = pod.securityContext ?? {};
  if (own.runAsNonRoot !== true) yield 'runAsNonRoot is not set';
  if (own.seccompProfile?.type !== 'RuntimeDefault') yield 'the seccomp profile is not RuntimeDefault';
  if (pod.automountServiceAccountToken !== false) yield 'it gets a token of the Kubernetes API';
  if (pod.enableServiceLinks !== false) yield 'enableServiceLinks is not off';
  if (!pod.serviceAccountName) yield 'it has no service account of its own';
  if (pod.hostNetwork || pod.hostPID || pod.hostIPC) yield 'it shares something of the host';
  for (const volume of pod.volumes ?? []) if (volume.hostPath) yield `volume ${volume.name} is a path of the host`;
  for (const { name, securityContext: its = {}, resources = {} } of containers) {
    if (its.allowPrivilegeEscalation !== false) yield `${name}: allowPrivilegeEscalation is not off`;
    if (its.privileged) yield `${name}: it is privileged`;
    if (its.capabilities?.drop?.[0] !== 'ALL' || its.capabilities.add) yield `${name}: not all capabilities are dropped`;
    if (its.readOnlyRootFilesystem !== true) yield `${name}: its root file system can be written`;
    if (!resources.limits?.memory) yield `${name}: no memory limit`;
    if (resources.limits?.cpu) yield `${name}: a limit on the processor only throttles`;
    if (!resources.requests?.cpu || !resources.requests?.memory) yield `${name}: no requests`;
  }
}

function* image({ name, image: text = '' }, overlay) {
  if (!text.includes('/') && !/:\d/.test(text)) yield `${name}: image ${text} was given no registry`;
  if (overlay.startsWith('production') ? !DIGEST.test(text) : !/:[\w.-]+$/.test(text) || text.endsWith(':latest')) yield `${name}: image ${text} is not pinned`;
}

/** Probes on the operators' port, and enough time to shut down gracefully. */
function* lifecycle(object, pod, world) {
  const [container] = pod.containers;
  const component = object.spec.template?.metadata?.labels?.['app.kubernetes.io/component'];
  const wanted = { server: ['startupProbe', 'livenessProbe', 'readinessProbe'], worker: ['startupProbe', 'livenessProbe', 'readinessProbe'], provision: ['startupProbe', 'livenessProbe', 'readinessProbe'] }[component] ?? [];
  for (const probe of wanted) if (!container[probe]) yield `it has no ${probe}`;
  const served = world.sources['server/foundation/http_api/src/ops.rs'] ?? '';
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'].filter((name) => container[name]?.httpGet && component in { server: 1, worker: 1, provision: 1 })) {
    const { path, port } = container[probe].httpGet;
    if (port !== 'ops') yield `its ${probe} asks the port ${port} and not ops`;
    if (!served.includes(`"${path}"`)) yield `its ${probe} asks ${path}, which nobody answers`;
  }
  if (container.livenessProbe?.httpGet?.path?.endsWith('ready')) yield 'its livenessProbe asks for readiness: it would be killed while the database is away';
  const sleep = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  if (component === 'server' && !sleep) yield 'it does not wait before it stops accepting';
  // The server gives requests in flight 30 seconds.
  if (component === 'server' && pod.terminationGracePeriodSeconds < sleep + 30) yield 'it is killed before what is in flight can end';
  if (component === 'server' && object.spec.strategy?.rollingUpdate?.maxUnavailable !== 0) yield 'a rollout takes pods away before it brings new ones';
  if (component === 'server' && (pod.topologySpreadConstraints ?? []).length < 2) yield 'it is not spread over zones and nodes';
}

const MI = 1024 * 1024;
/** What the worker itself needs. */
const WORKER = 384 * MI;

/** The worker's memory limit covers its own use and that of the program that typesets documents, which has a limit too. */
function* memory(object, pod, world) {
  if (object.spec.template?.metadata?.labels?.['app.kubernetes.io/component'] !== 'worker') return;
  const [, set] = /MEMORY: u64 = ([\d *]+);/.exec(world.sources['server/documents/src/limit.rs'] ?? '') ?? [];
  if (!set) return yield 'the memory of celadon-documents is not found in its limit.rs';
  const program = set.split('*').reduce((product, factor) => product * Number(factor), 1);
  const [, limit] = /^(\d+)Mi$/.exec(pod.containers[0].resources?.limits?.memory ?? '') ?? [];
  if (Number(limit) * MI !== WORKER + program) yield `its memory limit is not ${(WORKER + program) / MI}Mi, of which celadon-documents may take ${program / MI}Mi`;
}

function* job(object, pod) {
  const spec = object.kind === 'CronJob' ? object.spec.jobTemplate.spec : object.spec;
  if (!spec.activeDeadlineSeconds) yield 'it may run for ever';
  if (object.kind === 'CronJob' && object.spec.concurrencyPolicy !== 'Forbid') yield 'a second one may start beside it';
  if (object.metadata.name !== 'migrate') return;
  const rules = spec.podFailurePolicy?.rules ?? [];
  const broken = rules.find(({ action, onExitCodes }) => action === 'FailJob' && onExitCodes?.operator === 'In' && onExitCodes.values.includes(2));
  if (!broken) yield 'exit code 2 (a broken step) does not end it';
  if (rules.some(({ action, onExitCodes }) => action === 'FailJob' && onExitCodes?.values.includes(1))) yield 'exit code 1 (run it again) ends it';
  for (const rule of rules) {
    const named = rule.onExitCodes?.containerName;
    if (named && !pod.containers.some(({ name }) => name === named)) yield `its failure policy names the container ${named}, which it has not`;
  }
  if (!(spec.backoffLimit >= 1)) yield 'it is never tried again';
  if (pod.initContainers) yield 'it has init containers';
}

export const pods = everywhere((objects, overlay, world) =>
  objects.flatMap((object) => {
    const pod = template(object)?.spec;
    if (!pod) return [];
    const containers = [...(pod.initContainers ?? []), ...(pod.containers ?? [])];
    const found = [...security(pod, containers), ...containers.flatMap((container) => [...image(container, overlay)])];
    if (object.kind === 'Deployment') found.push(...lifecycle(object, pod, world), ...memory(object, pod, world));
    if (object.kind === 'Job' || object.kind === 'CronJob') found.push(...job(object, pod));
    return found.map((text) => `${called(object)}: ${text}`);
  }),
);

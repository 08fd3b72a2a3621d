// The rules for what is applied once beside the overlays: Argo CD's application, and the agent that ships the nodes' logs.
import { called } from './world.mjs';

const wave = ({ metadata }) => Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
const KEPT = ['Namespace', 'Cluster', 'ObjectStore', 'ScheduledBackup', 'ExternalSecret', 'Certificate', 'Issuer'];

/** Foundation, migration and servers come one after the other, and what holds data is never deleted. */
function* waves(objects) {
  const job = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'migrate');
  if (!job) return yield 'the migration is not in it';
  const annotations = job.metadata.annotations ?? {};
  if (annotations['argocd.argoproj.io/hook'] !== 'Sync') yield 'the migration is no hook of the sync: PreSync would come before the database';
  if (annotations['argocd.argoproj.io/hook-delete-policy'] !== 'BeforeHookCreation') yield 'the migration of the release before is in the way';
  for (const object of objects.filter((one) => one !== job)) {
    const first = object.metadata.labels?.['deploy-stage'] === 'foundation' || object.metadata.name === 'migrate';
    if (first && wave(object) >= wave(job)) yield `${called(object)}: the migration does not wait for it`;
    if (!first && wave(object) <= wave(job)) yield `${called(object)}: it does not wait for the migration`;
    if (KEPT.includes(object.kind) && object.metadata.annotations?.['argocd.argoproj.io/sync-options'] !== 'Prune=false') yield `${called(object)}: Argo CD may delete it`;
  }
}

export function argocd(world) {
  const objects = world.beside.argocd;
  const { spec } = objects.find(({ kind }) => kind === 'Application');
  const project = objects.find(({ kind, metadata }) => kind === 'AppProject' && metadata.name === spec.project);
  const overlay = spec.source.path.replace('k8s/overlays/', '');
  const complaints = [];
  if (!world.rendered[overlay]) return [`there is no ${spec.source.path}`];
  if (!project?.spec.sourceRepos.includes(spec.source.repoURL)) complaints.push('its project does not know the repository');
  if (!project?.spec.destinations.some(({ server, namespace }) => server === spec.destination.server && namespace === spec.destination.namespace)) complaints.push('its project forbids the destination');
  if (spec.destination.namespace !== 'celadon') complaints.push('its namespace is not celadon');
  if (spec.syncPolicy.automated?.selfHeal) complaints.push('it would start servers again that somebody stopped');
  if (spec.syncPolicy.automated?.prune && !spec.syncPolicy.syncOptions.includes('PruneLast=true')) complaints.push('it deletes before the rollout');
  const whole = world.rendered[overlay].filter(({ metadata }) => !metadata.namespace).map(({ kind }) => kind);
  for (const kind of new Set(whole)) if (!project?.spec.clusterResourceWhitelist.some((one) => one.kind === kind)) complaints.push(`its project forbids ${kind}`);
  return [...complaints, ...waves(world.rendered[overlay])];
}

/** Root on the node reads files and nothing else: no token, no capability, one path that it may write. */
export function logAgent(world) {
  const objects = world.beside['platform/logs'];
  const agent = objects.find(({ kind }) => kind === 'DaemonSet').spec.template.spec;
  const [container] = agent.containers;
  const complaints = [];
  for (const object of objects) if (object.kind !== 'Namespace' && object.metadata.namespace !== 'celadon-logs') complaints.push(`${called(object)}: it is not in celadon-logs`);
  if (agent.automountServiceAccountToken !== false) complaints.push('it gets a token of the Kubernetes API');
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, privileged, capabilities } = container.securityContext;
  if (!readOnlyRootFilesystem || allowPrivilegeEscalation !== false || privileged || capabilities.drop[0] !== 'ALL' || capabilities.add) complaints.push('it may more than read');
  if (agent.hostNetwork || agent.hostPID) complaints.push('it shares something of the node');
  const written = agent.volumes.filter(({ hostPath, name }) => hostPath && !container.volumeMounts.find((mount) => mount.name === name)?.readOnly);
  if (written.length !== 1 || written[0].hostPath.path !== '/var/lib/celadon-log-agent') complaints.push('it may write on the node beside its own positions');
  if (!container.resources.limits?.memory) complaints.push('it has no memory limit');
  if (!/@sha256:[0-9a-f]{64}$/.test(container.image)) complaints.push(`its image ${container.image} is not pinned`);
  const policy = objects.find(({ kind }) => kind === 'NetworkPolicy')?.spec;
  if (!policy || Object.keys(policy.podSelector).length || policy.ingress || policy.policyTypes.length !== 2) complaints.push('something may reach it');
  const config = world.files['k8s/platform/logs/log-agent.yaml'];
  for (const path of [...config.matchAll(/include: \[(\/var\/log\/pods)\/([^\]]*)/g)]) if (!path[2].startsWith('celadon_')) complaints.push('it reads what is not ours');
  if (!config.includes('storage: file_storage') || !container.volumeMounts.some(({ mountPath }) => mountPath === '/var/lib/log-agent')) complaints.push('it forgets at a restart how far it read');
  return complaints;
}

// A pod of the manifests as arguments of podman: its limits, its users, its volumes and its settings are read, never copied.
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';

const UNITS = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** A quantity of Kubernetes in bytes. */
export function bytes(text) {
  const [, number, unit] = /^(\d+)(Ki|Mi|Gi)?$/.exec(text) ?? [];
  if (!number) throw new Failure(`${text} is no quantity of memory that is understood here`);
  return Number(number) * UNITS[unit ?? ''];
}

/** Processors, as kubelet gives them to the kernel: thousandths to shares of 1024. */
const shares = (text) => Math.max(2, Math.floor((text.endsWith('m') ? Number(text.slice(0, -1)) / 1000 : Number(text)) * 1024));

function only(objects, kind, name) {
  const found = objects.filter((object) => object.kind === kind && object.metadata.name.replace(/-[0-9a-z]{10}$/, '') === name);
  if (found.length !== 1) throw new Failure(`the manifests have ${found.length} ${kind}/${name}`);
  return found[0];
}

/** The settings of a container: its ConfigMap's, then its own. */
function settings(objects, container, pod) {
  const map = (name) => only(objects, 'ConfigMap', name.replace(/-[0-9a-z]{10}$/, '')).data;
  const all = Object.assign({}, ...(container.envFrom ?? []).map(({ configMapRef }) => map(configMapRef.name)));
  for (const { name, value, valueFrom } of container.env ?? []) {
    const ref = valueFrom?.configMapKeyRef;
    if (valueFrom?.fieldRef) all[name] = pod;
    else if (ref) {
      const from = map(ref.name)[ref.key];
      if (from === undefined && !ref.optional) throw new Failure(`${container.name}: ${ref.key} is not in ${ref.name}`);
      if (from !== undefined) all[name] = from;
    } else all[name] = value.replaceAll(/\$\((\w+)\)/g, (_, other) => all[other]);
  }
  return all;
}

/** The volumes: a Secret is a folder of files that only the pod's group reads, an emptyDir is memory of its size. */
function volumes(spec, container, secrets) {
  return container.volumeMounts.flatMap(({ name, mountPath, readOnly }) => {
    const volume = spec.volumes.find((one) => one.name === name);
    if (volume.emptyDir) return ['--tmpfs', `${mountPath}:rw,nosuid,nodev,noexec,mode=0777,size=${bytes(volume.emptyDir.sizeLimit)}`];
    if (!volume.secret || !readOnly) throw new Failure(`${container.name}: the volume ${name} is of a kind that is not understood here`);
    const files = secrets[volume.secret.secretName];
    if (!files) throw new Failure(`there is no Secret ${volume.secret.secretName}`);
    return ['--volume', `${files}:${mountPath}:ro`];
  });
}

/** Lays a Secret out as kubelet does: files of the group, with the mode that the manifest names. */
export function laySecret(folder, name, values, group) {
  const at = path.join(folder, name);
  fs.mkdirSync(at, { recursive: true, mode: 0o750 });
  const owner = process.getuid();
  fs.chownSync(at, owner, group);
  for (const [file, text] of Object.entries(values)) {
    fs.writeFileSync(path.join(at, file), text, { mode: 0o440 });
    fs.chownSync(path.join(at, file), owner, group);
  }
  return at;
}

/**
 * How podman runs the first container of this workload. Beside what the manifest says there are only the network, which is the machine's,
 * what `override` sets, and the limits of files and processes: podman's own defaults are above what this machine may give.
 */
export function podmanArguments(objects, kind, name, { secrets, override = {} }) {
  const { spec } = only(objects, kind, name).spec.template;
  const [container] = spec.containers;
  const { securityContext: own, resources } = container;
  const { limits, requests } = resources;
  const env = { ...settings(objects, container, name), ...override };
  if (!spec.securityContext.runAsNonRoot || !own.readOnlyRootFilesystem || own.allowPrivilegeEscalation !== false || spec.securityContext.seccompProfile.type !== 'RuntimeDefault') {
    throw new Failure(`${kind}/${name} is not as closed as it has to be`);
  }
  return {
    memory: bytes(limits.memory),
    grace: spec.terminationGracePeriodSeconds,
    startup: container.startupProbe && container.startupProbe.periodSeconds * container.startupProbe.failureThreshold,
    command: container.args,
    options: [
      '--network', 'host', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024',
      '--read-only', '--read-only-tmpfs=false', '--user', `${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}`,
      ...own.capabilities.drop.flatMap((capability) => ['--cap-drop', capability]), '--security-opt', 'no-new-privileges',
      // Without swap, as a kubelet has it.
      '--memory', String(bytes(limits.memory)), '--memory-swap', String(bytes(limits.memory)),
      '--cpu-shares', String(shares(requests.cpu)), ...(limits.cpu ? ['--cpus', String(shares(limits.cpu) / 1024)] : []),
      ...volumes(spec, container, secrets),
      ...Object.entries(env).filter(([, value]) => value !== undefined).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ],
  };
}

// Runs an image by podman as the manifests' pods, and tells what became of it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { waitUntil } from '../../drills/fault/world.mjs';
import { Failure } from '../../lib/process.mjs';
import { podmanArguments } from './pods.mjs';

const podman = (args, options = {}) => spawnSync('podman', ['--runtime', 'runc', ...args], { encoding: 'utf8', ...options });

function must(args, options) {
  const { status, stdout, stderr } = podman(args, options);
  if (status !== 0) throw new Failure(`podman ${args[0]} did not succeed (${status}): ${stderr.slice(-2000)}`);
  return stdout.trim();
}

const isUp = (url) => fetch(url, { signal: AbortSignal.timeout(1000) }).then(({ ok }) => ok, () => false);

/** The kernel's own figure of a process' memory group, by the name of either version of groups. */
function figure(pid, ...names) {
  const lines = fs.readFileSync(`/proc/${pid}/cgroup`, 'utf8').trim().split('\n').map((line) => line.split(':'));
  const [, , at] = lines.find(([, kinds]) => kinds.split(',').includes('memory')) ?? lines.find(([id]) => id === '0');
  for (const folder of [`/sys/fs/cgroup/memory${at}`, `/sys/fs/cgroup${at}`]) {
    for (const name of names) if (fs.existsSync(`${folder}/${name}`)) return Number(fs.readFileSync(`${folder}/${name}`, 'utf8'));
  }
  throw new Failure(`the kernel says nothing of the memory of ${pid}`);
}

export class Containers {
  constructor(image, objects, secrets) {
    Object.assign(this, { image, objects, secrets, running: new Map() });
  }

  /** Starts a Deployment's container; returns once `/health/ready` answers, or fails when the manifest's startup probe would have. */
  async start(name, override, extra = {}) {
    const pod = podmanArguments(this.objects, 'Deployment', name, { secrets: this.secrets, override });
    const container = `celadon-image-${process.pid}-${name}`;
    podman(['rm', '--force', '--ignore', container]);
    must(['run', '--detach', '--log-driver', 'k8s-file', '--name', container, ...pod.options, ...(extra.options ?? []), this.image, ...pod.command]);
    this.running.set(name, { container, pod });
    await waitUntil(`${name} to be up`, pod.startup, async () => {
      if (must(['inspect', '--format', '{{.State.Running}}', container]) !== 'true') throw new Failure(`${name} ended:\n${this.logs(name)}`);
      return isUp(`http://${override.OPS_ADDR}/health/${extra.probe ?? 'ready'}`);
    });
    return container;
  }

  /** Runs a Job's container to its end. */
  job(name, override = {}) {
    const pod = podmanArguments(this.objects, 'Job', name, { secrets: this.secrets, override });
    return podman(['run', '--rm', ...pod.options, this.image, ...pod.command]);
  }

  /** A command in a running container, as `kubectl exec -i` gives it. */
  exec(name, args, input = '') {
    return podman(['exec', '--interactive', this.running.get(name).container, ...args], { input });
  }

  logs = (name) => {
    const { stdout, stderr } = podman(['logs', '--tail', '25', this.running.get(name).container]);
    return stdout + stderr;
  };

  /** What the kernel says of its process: who it is, what it may, and how much memory it may have and has had. */
  facts(name) {
    const { container, pod } = this.running.get(name);
    const pid = must(['inspect', '--format', '{{.State.Pid}}', container]);
    const status = Object.fromEntries(fs.readFileSync(`/proc/${pid}/status`, 'utf8').split('\n').map((line) => line.split(/:\s+/)));
    const mounts = fs.readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n').map((line) => line.split(' '));
    return {
      user: status.Uid?.split('\t')[0],
      capabilities: [status.CapEff, status.CapPrm, status.CapBnd].map((set) => parseInt(set, 16)),
      noNewPrivileges: status.NoNewPrivs,
      seccomp: status.Seccomp,
      writable: mounts.filter(([, , , , at, options]) => at && !/^\/(proc|sys|dev)(\/|$)/.test(at) && options.split(',').includes('rw')).map(([, , , , at]) => at),
      limit: figure(pid, 'memory.limit_in_bytes', 'memory.max'),
      peak: figure(pid, 'memory.max_usage_in_bytes', 'memory.peak'),
      wanted: pod.memory,
    };
  }

  /** Sends SIGTERM and waits as long as the manifest lets it; answers the exit code, 137 where it had to be killed. */
  stop(name) {
    const { container, pod } = this.running.get(name);
    must(['stop', '--time', String(pod.grace), container]);
    const code = Number(must(['inspect', '--format', '{{.State.ExitCode}}', container]));
    must(['rm', container]);
    this.running.delete(name);
    return code;
  }

  removeAll() {
    for (const { container } of this.running.values()) podman(['rm', '--force', '--time', '0', container]);
  }
}

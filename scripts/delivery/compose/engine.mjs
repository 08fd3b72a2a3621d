// Docker's engine with its storage in a folder, from Debian's packages, which are unpacked aside: nothing is installed on the machine. Its chains
// stay in the firewall, without an effect when no container runs.
import fs from 'node:fs';
import path from 'node:path';
import { waitUntil } from '../../drills/fault/world.mjs';
import { needPackages, newer } from '../image/programs.mjs';
import { Failure, output, start, stop, tail } from '../../lib/process.mjs';

const PACKAGES = ['docker.io', 'docker-cli', 'containerd', 'tini', 'docker-compose'];
/** Where an installed engine listens: two of them would change each other's rules in the firewall. */
const INSTALLED = '/var/run/docker.sock';

/** Starts a program; once `ready` answers it is up. */
async function up(name, args, folder, env, ready) {
  const log = path.join(folder, `${name}.log`);
  const service = start(name, args, { log, env });
  let ended;
  void service.ended.then((code) => (ended = code));
  await waitUntil(`${name} to be up`, 60, async () => {
    if (ended !== undefined) throw new Failure(`${name} ended (${ended}):\n${tail(log)}`);
    return ready();
  });
  return service;
}

/** Starts it; answers the environment in which `docker` speaks to it, and how it is ended. */
export async function startEngine(folder) {
  if (fs.existsSync(INSTALLED)) throw new Failure('An engine of Docker runs on this machine: stop it first.');
  // The newer release's would need the newer libc.
  needPackages('runc', 'iptables');
  const unpacked = newer('docker', PACKAGES);
  const [state, socket, containerd, settings] = ['docker', 'docker.sock', 'containerd.sock', 'containerd.toml'].map((name) => path.join(folder, name));
  fs.writeFileSync(settings, `version = 2\nroot = "${state}/containerd"\nstate = "${state}/containerd-run"\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n[grpc]\naddress = "${containerd}"\n`);
  const config = path.join(folder, 'client');
  fs.mkdirSync(config);
  fs.symlinkSync(path.join(unpacked, 'usr/libexec/docker/cli-plugins'), path.join(config, 'cli-plugins'));
  const PATH = [path.join(unpacked, 'usr/bin'), path.join(unpacked, 'usr/sbin'), process.env.PATH, '/usr/sbin'].join(':');
  // The builder that needs no plugin.
  const env = { ...process.env, PATH, DOCKER_HOST: `unix://${socket}`, DOCKER_CONFIG: config, DOCKER_BUILDKIT: '0' };
  const services = [await up('containerd', ['--config', settings], folder, env, () => fs.existsSync(containerd))];
  const end = async () => {
    for (const service of services.splice(0).reverse()) await stop(service);
  };
  try {
    const args = ['--containerd', containerd, '--data-root', `${state}/data`, '--exec-root', `${state}/run`, '--pidfile', `${folder}/docker.pid`, '--host', env.DOCKER_HOST, '--bridge', 'none'];
    services.push(await up('dockerd', args, folder, env, () => output('docker', ['info'], { env, stdio: 'pipe' }) !== undefined));
  } catch (error) {
    await end();
    throw error;
  }
  return { env, end };
}

// The programs of a release that Debian's own release has not: each is fetched into .data/tools, and nothing is installed on the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, output, root, run, tools } from '../../lib/process.mjs';

/** The first of Debian's releases that has them. */
const NEWER = 'trixie';
const CYCLONEDX = '0.5.9';

/** The machine's own source of Debian's packages, asked for another release. */
function source() {
  const lines = output('apt-get', ['indextargets', '--format', '$(ORIGIN)\t$(REPO_URI)', 'Created-By: Packages']) ?? '';
  const [, uri] = lines.split('\n').map((line) => line.split('\t')).find(([origin, address]) => origin === 'Debian' && !address.includes('security')) ?? [];
  if (!uri) throw new Failure('apt has no source of Debian: run apt-get update.');
  return `Types: deb\nURIs: ${uri}\nSuites: ${NEWER}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`;
}

/** The folder in which packages of a newer release are unpacked: apt keeps lists and caches of its own for it, so that nothing else can come from there. */
export function newer(name, packages = [name]) {
  const folder = path.join(tools, name);
  // What was cut short is begun again.
  const done = path.join(folder, 'unpacked');
  if (fs.existsSync(done)) return folder;
  const apt = path.join(folder, 'apt');
  for (const part of ['etc/sources.list.d', 'etc/preferences.d', 'lists/partial', 'cache/archives/partial']) fs.mkdirSync(path.join(apt, part), { recursive: true });
  fs.writeFileSync(path.join(apt, 'etc/sources.list.d/newer.sources'), source());
  const options = [['Dir::Etc', 'etc'], ['Dir::State::Lists', 'lists'], ['Dir::Cache', 'cache']].flatMap(([key, at]) => ['-o', `${key}=${path.join(apt, at)}`]).concat('-o', 'APT::Sandbox::User=root');
  for (const args of [['update', '-qq'], ['download', '-qq', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', [...options, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Failure(`${packages.join(', ')} cannot be fetched: apt-get ${args[0]}: ${stderr.trim()}`);
  }
  for (const archive of fs.readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    if (spawnSync('dpkg', ['-x', archive, '.'], { cwd: folder }).status !== 0) throw new Failure(`${archive} cannot be unpacked.`);
    fs.rmSync(path.join(folder, archive));
  }
  fs.rmSync(apt, { recursive: true });
  fs.writeFileSync(done, '');
  return folder;
}

const cosign = () => (output('cosign', ['version'], { stdio: 'pipe' }) === undefined ? [path.join(newer('cosign'), 'usr/bin')] : []);

/** Built from the crate by the lock that it comes with: it takes a minute or two, once. */
async function cyclonedx() {
  if (output('cargo', ['cyclonedx', '--version'], { stdio: 'pipe' }) !== undefined) return [];
  const folder = path.join(tools, `cargo-cyclonedx-${CYCLONEDX}`);
  if (!fs.existsSync(path.join(folder, 'bin/cargo-cyclonedx'))) {
    // The lints of this repository are not those of that crate.
    const env = { RUSTC_WORKSPACE_WRAPPER: undefined, CARGO_TARGET_DIR: path.join(folder, 'target') };
    await run('cargo', ['install', '--quiet', '--locked', '--debug', '--root', folder, '--version', CYCLONEDX, 'cargo-cyclonedx'], { env });
    fs.rmSync(path.join(folder, 'target'), { recursive: true });
  }
  return [path.join(folder, 'bin')];
}

/** What the image is made and run with. */
const OF_THE_IMAGE = ['buildah', 'podman', 'runc', 'skopeo', 'docker-registry', 'mmdebstrap', 'objcopy', 'addr2line'];
/** The packages whose name is not their program's. */
const PACKAGES = { objcopy: 'binutils', strip: 'binutils', addr2line: 'binutils' };

/** Fails with the packages of Debian's own release that are missing for these programs. */
export function needPackages(...names) {
  const missing = names.filter((name) => !process.env.PATH.split(':').concat('/usr/sbin').some((folder) => fs.existsSync(path.join(folder, name))));
  if (missing.length) throw new Failure(`Missing: ${[...new Set(missing.map((name) => PACKAGES[name] ?? name))].join(' ')} (Debian: apt-get install --no-install-recommends ...).`);
}

/** A PATH on which every program of a release is. */
export async function programs() {
  needPackages(...OF_THE_IMAGE);
  return [...cosign(), ...(await cyclonedx()), process.env.PATH, '/usr/sbin'].join(':');
}

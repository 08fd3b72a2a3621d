// The programs of a release that Debian's own release has not: each is fetched into .data/tools, and nothing is installed on the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, output, root, run } from '../process.mjs';

const tools = path.join(root, '.data/tools');
/** The first of Debian's releases that has cosign. */
const NEWER = 'trixie';
const CYCLONEDX = '0.5.9';

/** The machine's own source of Debian's packages, asked for another release. */
function source() {
  const lines = output('apt-get', ['indextargets', '--format', '$(ORIGIN)\t$(REPO_URI)', 'Created-By: Packages']) ?? '';
  const [, uri] = lines.split('\n').map((line) => line.split('\t')).find(([origin, address]) => origin === 'Debian' && !address.includes('security')) ?? [];
  if (!uri) throw new Failure('apt has no source of Debian: run apt-get update.');
  return `Types: deb\nURIs: ${uri}\nSuites: ${NEWER}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`;
}

/** cosign, unpacked aside from a newer release: apt keeps lists and caches of its own for it, so that nothing else can come from there. */
export function cosign() {
  if (output('cosign', ['version'], { stdio: 'pipe' }) !== undefined) return [];
  const folder = path.join(tools, 'cosign');
  const bin = path.join(folder, 'usr/bin');
  if (fs.existsSync(path.join(bin, 'cosign'))) return [bin];
  const apt = path.join(folder, 'apt');
  for (const name of ['etc/sources.list.d', 'etc/preferences.d', 'lists/partial', 'cache/archives/partial']) fs.mkdirSync(path.join(apt, name), { recursive: true });
  fs.writeFileSync(path.join(apt, 'etc/sources.list.d/newer.sources'), source());
  const options = [['Dir::Etc', 'etc'], ['Dir::State::Lists', 'lists'], ['Dir::Cache', 'cache']].flatMap(([name, at]) => ['-o', `${name}=${path.join(apt, at)}`]).concat('-o', 'APT::Sandbox::User=root');
  for (const args of [['update', '-qq'], ['download', '-qq', 'cosign']]) {
    const { status, stderr } = spawnSync('apt-get', [...options, ...args], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Failure(`cosign cannot be fetched: apt-get ${args[0]}: ${stderr.trim()}`);
  }
  const [archive] = fs.readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (spawnSync('dpkg', ['-x', archive, '.'], { cwd: folder }).status !== 0) throw new Failure('cosign cannot be unpacked.');
  for (const name of [archive, 'apt']) fs.rmSync(path.join(folder, name), { recursive: true });
  return [bin];
}

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

const INSTALLED = { buildah: 'buildah', podman: 'podman', runc: 'runc', skopeo: 'skopeo', 'docker-registry': 'docker-registry', mmdebstrap: 'mmdebstrap', objcopy: 'binutils', addr2line: 'binutils' };

/** A PATH on which every program of a release is. */
export async function programs() {
  const missing = Object.entries(INSTALLED).filter(([name]) => !process.env.PATH.split(':').concat('/usr/sbin').some((folder) => fs.existsSync(path.join(folder, name))));
  if (missing.length) throw new Failure(`Missing: ${[...new Set(missing.map(([, from]) => from))].join(' ')} (Debian: apt-get install --no-install-recommends ...).`);
  return [...cosign(), ...(await cyclonedx()), process.env.PATH, '/usr/sbin'].join(':');
}

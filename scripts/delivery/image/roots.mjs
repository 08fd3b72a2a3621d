// Stands in for the base images where no registry of images can be reached: roots of Debian packages, made by mmdebstrap, with this machine's
// Node and Rust. They are of the Debian release of the real bases, so that the programs find the same libc.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, output, run } from '../../lib/process.mjs';

const SUITE = 'bookworm';
/** All files have one time, because the packages' own times are not ours. */
const EPOCH = '1700000000';
const BUILDER = ['gcc', 'libc6-dev', 'binutils', 'ca-certificates', 'libstdc++6'];
/** For a try of everything but the compiler's optimisation, in a fraction of the time: CELADON_IMAGE_QUICK=1. */
export const QUICK = Boolean(process.env.CELADON_IMAGE_QUICK);
const UNOPTIMISED = ['OPT_LEVEL=0', 'LTO=off', 'CODEGEN_UNITS=256'];
/** What gcr.io/distroless/cc has of packages, as far as the programs use it. */
const RUNTIME = ['libc6', 'libgcc-s1'];
const BUNDLE = 'etc/ssl/certs/ca-certificates.crt';

const must = (command, args, options) => {
  const said = output(command, args, options);
  if (said === undefined) throw new Failure(`${command} ${args.slice(0, 3).join(' ')} did not succeed.`);
  return said.trim();
};
const buildah = (...args) => must('buildah', args);

/** A root of Debian packages as an archive. */
export const debian = (file, variant, packages, suite = SUITE) =>
  run('mmdebstrap', ['--quiet', `--variant=${variant}`, `--include=${packages.join(',')}`, suite, file], { env: { SOURCE_DATE_EPOCH: EPOCH } });

/** An image of a root and what is laid into it. */
function commit(image, tar, fill) {
  const container = buildah('from', 'scratch');
  try {
    buildah('add', '--quiet', container, tar, '/');
    fill((...files) => buildah('copy', '--quiet', container, ...files), (...settings) => buildah('config', ...settings, container));
    buildah('commit', '--quiet', '--timestamp', EPOCH, '--identity-label=false', container, image);
  } finally {
    buildah('rm', container);
  }
}

/** The machine's own authorities: its way to the registries of packages may have one of its own. */
const authorities = (copy) => copy(fs.realpathSync(`/${BUNDLE}`), `/${BUNDLE}`);

const node = (folder) => (copy, config) => {
  authorities(copy);
  copy(process.execPath, '/usr/local/bin/node');
  copy(path.join(must('npm', ['root', '--global']), 'npm'), '/usr/local/lib/node_modules/npm');
  const launcher = path.join(folder, 'npm');
  fs.writeFileSync(launcher, '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n', { mode: 0o755 });
  copy(launcher, '/usr/local/bin/npm');
  config('--env', `NODE_EXTRA_CA_CERTS=/${BUNDLE}`);
};

function rust(copy, config) {
  authorities(copy);
  const sysroot = must('rustc', ['--print', 'sysroot']);
  for (const program of ['cargo', 'rustc']) copy(path.join(sysroot, 'bin', program), `/usr/local/rust/bin/${program}`);
  copy(path.join(sysroot, 'lib'), '/usr/local/rust/lib');
  config('--env', 'PATH=/usr/local/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin');
  config('--env', 'CARGO_HOME=/usr/local/cargo');
  if (QUICK) for (const setting of UNOPTIMISED) config('--env', `CARGO_PROFILE_RELEASE_${setting}`);
}

async function makeAll(folder, tag) {
  const [builder, runtime] = ['builder.tar', 'runtime.tar'].map((name) => path.join(folder, name));
  await debian(builder, 'apt', BUILDER);
  await debian(runtime, 'extract', RUNTIME);
  must('tar', ['-x', '-f', builder, '-C', folder, `./${BUNDLE}`]);
  fs.writeFileSync(path.join(folder, 'passwd'), 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n');
  commit(tag('node'), builder, node(folder));
  commit(tag('rust'), builder, rust);
  commit(tag('runtime'), runtime, (copy) => {
    copy(path.join(folder, BUNDLE), `/${BUNDLE}`);
    copy(path.join(folder, 'passwd'), '/etc/passwd');
  });
}

/** The bases by their digests, under the names of the Dockerfile's arguments; made in a folder that the caller removes, once a day. */
export async function bases(folder, today = new Date()) {
  const made = [must('rustc', ['--version']), process.version, today.toISOString().slice(0, 10), ...(QUICK ? UNOPTIMISED : [])].join(' ');
  const tag = (name) => `localhost/celadon-base-${name}:${crypto.createHash('sha256').update(made).digest('hex').slice(0, 12)}`;
  const digest = (name) => output('podman', ['image', 'inspect', '--format', '{{.Digest}}', tag(name)], { stdio: ['ignore', 'pipe', 'ignore'] })?.trim();
  const names = ['node', 'rust', 'runtime'];
  if (!names.every(digest)) await makeAll(folder, tag);
  return Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_IMAGE`, `${tag(name).split(':')[0]}@${digest(name)}`]));
}

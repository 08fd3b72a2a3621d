// The image of a release as infra/docs/release.md has it made: built twice, looked into, run as the manifests' pods, pushed, signed, verified.
// node --test scripts/delivery/image/image.test.mjs, by ./scripts/test image. What is built is the working copy's
// tracked files, or the commit of RELEASE_COMMIT; buildah gets BUILDAH_OPTIONS beside what this machine needs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { read } from '../manifests/world.mjs';
import * as tools from '../manifests/tools.mjs';
import { output, root, run, tidy } from '../../lib/process.mjs';
import { complaints, PROGRAMS, symbolComplaints } from './contents.mjs';
import { livesAsPods } from './day.mjs';
import { programs } from './programs.mjs';
import { startRegistry } from './registry.mjs';
import { bases, QUICK } from './roots.mjs';

const VERSION = '0.0.0-test';
const IMAGE = `localhost/celadon:${VERSION}`;
const out = path.join(root, '.data/release', VERSION);
/** What the page's readers put in; here it is this. */
const PAGE = { VERSION, 'registry.example.com/celadon': () => `${registry.address}/celadon` };

let folder;
let registry;
let env;

/** The page's only line with these words, with our names in it. */
function fromPage(words) {
  const lines = [...fs.readFileSync(path.join(root, 'infra/docs/release.md'), 'utf8').matchAll(/```\n([^]*?)```/g)].flatMap(([, block]) => block.split('\n').map((line) => line.trim()));
  const [line, ...others] = lines.filter((one) => one.startsWith(words));
  assert.ok(line && !others.length, `infra/docs/release.md has ${others.length + Number(Boolean(line))} lines that begin with ${words}`);
  return Object.entries(PAGE).reduce((text, [name, ours]) => text.replaceAll(name, typeof ours === 'function' ? ours() : ours), line);
}

const shell = (line, further = {}) => run('bash', ['-c', line], { env: { ...env, ...further } });
/** The same, for what is to be refused: its exit code and what it said. */
const tell = (program, args, further = {}) => spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 << 20, env: { ...env, ...further } });
const podman = (...args) => tell('podman', args).stdout.trim();
const refused = (result, why) => {
  assert.notEqual(result.status, 0, `it was not refused: ${result.stdout}`);
  assert.match(result.stderr, why);
};

before(async () => {
  const kept = path.join(root, '.data/image', QUICK ? 'quick' : 'release');
  fs.mkdirSync(kept, { recursive: true });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-image-'));
  fs.rmSync(out, { recursive: true, force: true });
  // Below it are folders of the containers' own user.
  fs.chmodSync(folder, 0o755);
  const PATH = await programs();
  process.env.PATH = PATH;
  registry = await startRegistry(folder);
  env = {
    ...(await bases(folder)),
    ...process.env,
    PATH,
    ...registry.env,
    // buildah's cache of crates and of what was compiled stays from one run to the next.
    TMPDIR: kept,
    BUILDAH_OPTIONS: `--network host --pull=never ${process.env.BUILDAH_OPTIONS ?? ''}`,
    SKOPEO_OPTIONS: '--tls-verify=false',
    // By its hash: somebody may commit while it is built twice.
    RELEASE_COMMIT: process.env.RELEASE_COMMIT ?? (output('git', ['stash', 'create']).trim() || output('git', ['rev-parse', 'HEAD']).trim()),
    COSIGN_PASSWORD: 'of this test alone',
    COSIGN_KEY: path.join(folder, 'cosign.key'),
    COSIGN_PUBLIC_KEY: path.join(folder, 'cosign.pub'),
    RUSTC_WORKSPACE_WRAPPER: '',
  };
});
after(async () => {
  await registry?.stop();
  await tidy();
  for (const image of [IMAGE, ...['symbols', 'artefacts'].map((name) => `localhost/celadon-${name}:${VERSION}`)]) tell('podman', ['rmi', '--ignore', '--force', image]);
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

describe('The image of a release', () => {
  test('is not built on a base that could be moved', () => {
    refused(tell('scripts/delivery/release', ['build', VERSION], { RUST_IMAGE: 'docker.io/library/rust:1.95.0-bookworm' }), /RUST_IMAGE is .* not pinned by its digest/);
    refused(tell('scripts/delivery/release', ['build', 'Version 1']), /say which version/);
    assert.ok(!fs.existsSync(path.join(out, 'image-id')), 'it left something behind');
  });

  test('is built', async () => {
    await shell(fromPage('scripts/delivery/release build'));
  });

  test('is the same when it is built again', async () => {
    await shell(fromPage('scripts/delivery/release repeat'));
  });

  test('holds the programs without their symbols, the web app, and nothing else to run', () => {
    const mounted = podman('image', 'mount', IMAGE);
    try {
      assert.deepEqual(complaints(mounted), []);
      for (const program of PROGRAMS) {
        console.log(`${program}: ${Math.round(fs.statSync(path.join(mounted, program)).size / 1e6)} MB, its symbols ${Math.round(fs.statSync(path.join(out, 'symbols', `${program}.debug`)).size / 1e6)} MB`);
        assert.deepEqual(symbolComplaints(path.join(mounted, program), path.join(out, 'symbols', `${program}.debug`)), []);
      }
    } finally {
      podman('image', 'unmount', IMAGE);
    }
  });

  test('says who it is and runs as nobody', () => {
    const [{ Config: config }] = JSON.parse(podman('image', 'inspect', IMAGE));
    assert.equal(config.User, '65532:65532');
    assert.deepEqual(config.Entrypoint, ['/celadon']);
    const revision = output('git', ['rev-parse', '--short=12', env.RELEASE_COMMIT]).trim();
    assert.equal(config.Labels['org.opencontainers.image.revision'], revision);
    const { stdout } = tell('podman', ['--runtime', 'runc', 'run', '--rm', '--network', 'none', '--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=256:256', IMAGE, '--version']);
    assert.ok(stdout.includes(revision), stdout);
  });

  test('lives as the pods of the manifests', async () => {
    const kubectl = tools.kubectl();
    assert.ok(kubectl && tools.npmPackages(), 'there is no kubectl with kustomize 5, and none could be fetched');
    await livesAsPods(IMAGE, read(kubectl).rendered, folder);
  });
});

describe('What is made of it', () => {
  test('the SBOMs name crates and packages, and no machine', () => {
    const names = (file) => {
      const text = fs.readFileSync(path.join(out, file), 'utf8');
      assert.doesNotMatch(text, /file:\/\/\/(?!celadon\/)|\.data\/|\/root\//, `${file} names a place of this machine`);
      return new Set(JSON.parse(text).components.map(({ name }) => name));
    };
    for (const [file, wanted, unwanted] of [['sbom-cargo.cdx.json', 'sea-orm', 'stripe-standin'], ['sbom-cargo-documents.cdx.json', 'typst', 'sea-orm'], ['sbom-npm.cdx.json', 'react', 'vitest']]) {
      const found = names(file);
      assert.ok(found.has(wanted) && !found.has(unwanted), `${file}: ${found.size} names`);
    }
  });
});

describe('Handing it out', () => {
  let digest;
  const digestOf = (tag) => tell('skopeo', ['inspect', '--tls-verify=false', '--format', '{{.Digest}}', `docker://${registry.address}/celadon:${tag}`]).stdout.trim();
  const keys = (prefix) => shell(`cd "${folder}" && cosign generate-key-pair --output-key-prefix ${prefix}`);

  test('it is pushed, signed, and verified by its digest', async () => {
    await keys('cosign');
    await shell(fromPage('scripts/delivery/release push'));
    digest = fs.readFileSync(path.join(out, 'digest'), 'utf8').trim();
    await shell(fromPage('scripts/delivery/release verify').replace(/sha256:\S+/, digest));
    assert.equal(digestOf(VERSION), digest);
  });

  test('the SBOMs that come with it are those that were made', () => {
    const { stdout, stderr } = tell('cosign', ['verify-attestation', '--key', env.COSIGN_PUBLIC_KEY, '--insecure-ignore-tlog=true', '--type', 'cyclonedx', `${registry.address}/celadon@${digest}`]);
    const attested = stdout.trim().split('\n').map((line) => JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString()).predicate);
    const made = fs.readdirSync(out).filter((name) => name.endsWith('.cdx.json')).map((name) => JSON.parse(fs.readFileSync(path.join(out, name), 'utf8')));
    assert.equal(attested.length, 3, stderr);
    const bySize = (list) => list.map(({ components }) => components.length).sort((a, b) => a - b);
    assert.deepEqual(bySize(attested), bySize(made));
  });

  test('another key, an image that was not signed, and a tag are refused', async () => {
    await keys('other');
    const image = `${registry.address}/celadon`;
    refused(tell('scripts/delivery/release', ['verify', `${image}@${digest}`], { COSIGN_PUBLIC_KEY: path.join(folder, 'other.pub') }), /is not signed with this key/);
    refused(tell('scripts/delivery/release', ['verify', `${image}:${VERSION}`]), /by its digest/);
    const symbols = digestOf(`${VERSION}-symbols`);
    refused(tell('scripts/delivery/release', ['verify', `${image}@${symbols}`]), /is not signed with this key/);
  });

  test('the digests of the bases are looked up and written', () => {
    const copy = path.join(folder, 'pin');
    fs.mkdirSync(path.join(copy, 'infra/image'), { recursive: true });
    fs.mkdirSync(path.join(copy, 'scripts/delivery'), { recursive: true });
    fs.copyFileSync(path.join(root, 'scripts/delivery/release'), path.join(copy, 'scripts/delivery/release'));
    fs.copyFileSync(path.join(root, 'infra/image/Dockerfile'), path.join(copy, 'infra/image/Dockerfile'));
    const named = `${registry.address}/celadon:${VERSION}`;
    const result = tell(path.join(copy, 'scripts/delivery/release'), ['pin'], { NODE_IMAGE: named, RUST_IMAGE: named, RUNTIME_IMAGE: named });
    assert.equal(result.status, 0, result.stderr);
    const lines = fs.readFileSync(path.join(copy, 'infra/image/Dockerfile'), 'utf8').match(/^ARG \w+_IMAGE=.*/gm);
    assert.deepEqual(lines, ['NODE', 'RUST', 'RUNTIME'].map((name) => `ARG ${name}_IMAGE=${named}@${digest}`));
    refused(tell(path.join(copy, 'scripts/delivery/release'), ['pin'], { NODE_IMAGE: `${registry.address}/nothing:1` }), /nothing:1 cannot be looked up/);
    assert.deepEqual(fs.readFileSync(path.join(copy, 'infra/image/Dockerfile'), 'utf8').match(/^ARG \w+_IMAGE=.*/gm), lines);
  });
});

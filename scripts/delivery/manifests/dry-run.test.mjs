// Kubernetes' own server for custom resources says whether it would take each of ours: the schemas of the operators' definitions,
// unknown and doubled fields, rules in CEL. The server stands beside the repository (../shared/tools/kube) and is not part of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import * as yaml from 'yaml';
import { output, root } from '../../lib/process.mjs';
import * as tools from './tools.mjs';
import { called, distinct, read } from './world.mjs';

const server = path.join(root, '../shared/tools/kube');

const kindOf = ({ apiVersion, kind }) => `${apiVersion.split('/')[0]} ${kind}`;

/** The kinds whose definitions stand there. */
function defined() {
  const files = fs.readdirSync(path.join(server, 'crds')).map((name) => fs.readFileSync(path.join(server, 'crds', name), 'utf8'));
  return new Set(files.flatMap((text) => yaml.parseAllDocuments(text)).map((document) => document.toJS()?.spec).filter(Boolean).map(({ group, names }) => `${group} ${names.kind}`));
}

const changed = (object, change) => {
  const copy = structuredClone(object);
  copy.metadata.name = `planted-${copy.metadata.name}`;
  change(copy.spec);
  return copy;
};

/** Mistakes of which the published models see none: a rule, a number out of range, a choice of two. */
const PLANTED = {
  Cluster: [(spec) => (spec.instances = 0), /spec\.instances.*greater than or equal to 1/],
  Gateway: [(spec) => delete spec.listeners.at(-1).tls.certificateRefs, /certificateRefs or options must be specified/],
  Pooler: [(spec) => (spec.pgbouncer.poolmode = 'session'), /unknown field "spec\.pgbouncer\.poolmode"/],
  ObjectStore: [(spec) => (spec.configuration.bucket = 'x'), /unknown field "spec\.configuration\.bucket"/],
};

test('An API server takes every custom resource of every overlay, and refuses planted mistakes', (t) => {
  if (!fs.existsSync(path.join(server, 'dry-run'))) return t.skip('SKIPPED: ../shared/tools/kube is not there');
  if (!process.env.CI && (process.platform !== 'linux' || process.arch !== 'x64' || !output('etcd', ['--version']))) return t.skip('SKIPPED: it needs Linux on x86 and etcd (Debian: apt install etcd-server openssl)');
  const known = defined();
  const all = Object.values(distinct(read(tools.kubectl()).rendered)).flat();
  const ours = all.filter((object) => known.has(kindOf(object)));
  // No definition of these is there: the published model judges them alone (validate-schemas.mjs).
  const left = new Set(all.filter((object) => /\.(io|com)$/.test(kindOf(object).split(' ')[0]) && !/\.k8s\.io$|^$/.test(kindOf(object).split(' ')[0]) && !known.has(kindOf(object))).map(({ kind }) => kind));
  const planted = Object.entries(PLANTED).map(([kind, [change]]) => changed(ours.find((object) => object.kind === kind), change));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-dry-run-'));
  try {
    const file = path.join(folder, 'all.yaml');
    fs.writeFileSync(file, [...ours, ...planted].map((object) => JSON.stringify(object)).join('\n---\n'));
    const result = spawnSync('python3', [path.join(server, 'dry-run'), file], { encoding: 'utf8', maxBuffer: 64 << 20 });
    assert.notEqual(result.status, 2, result.stderr);
    const lines = result.stdout.trim().split('\n');
    assert.deepEqual(lines.filter((line) => line.startsWith('REFUSED') && !line.includes('/planted-')), []);
    for (const [index, [kind, [, why]]] of Object.entries(PLANTED).entries()) {
      const line = lines.find((text) => text.startsWith(`REFUSED ${called(planted[index])}: `));
      assert.match(line ?? `${kind} was taken`, why);
    }
    assert.match(lines.at(-1), new RegExp(`^${ours.length + planted.length} checked, ${planted.length} refused`));
    t.diagnostic(`${ours.length} objects were asked about; no definition at hand for ${[...left].join(', ') || 'none'}`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

// scripts/delivery/deploy against a kubectl that writes down what it is asked: what it refuses before it touches anything, and in which
// order it applies, waits and deletes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as yaml from 'yaml';
import { output, root } from '../../lib/process.mjs';
import * as tools from './tools.mjs';
import { filesBelow } from './world.mjs';

const VERSION = '1.2.3';
/** Each placeholder, and what an operator puts there. */
const OWN = [
  [/sha256:0{64}/g, `sha256:${'a1'.repeat(32)}`],
  [/registry\.example\.com/g, 'registry.clinics.test'],
  [/ops@example\.com/g, 'ops@clinics.test'],
  [/clinics(\.staging)?\.example\.com/g, 'app$1.clinics.test'],
  [/iam::0{12}/g, 'iam::210987654321'],
  [/0\.1\.0/g, VERSION],
];

let temp;
before(() => {
  temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-deploy-'));
  const real = tools.kubectl();
  assert.ok(real, 'there is no kubectl with kustomize 5, and none could be fetched');
  fs.mkdirSync(path.join(temp, 'bin'));
  fs.copyFileSync(path.join(import.meta.dirname, 'recording-kubectl'), path.join(temp, 'bin/kubectl'));
  const kinds = ['gateways gtw gateway.networking.k8s.io/v1 true Gateway', 'podmonitors pmon monitoring.coreos.com/v1 true PodMonitor', 'poolers postgresql.cnpg.io/v1 true Pooler'];
  fs.writeFileSync(path.join(temp, 'kinds'), kinds.map((line) => `${line.replaceAll(' ', '   ')}\n`).join(''));
  process.env.REAL_KUBECTL = real.includes('/') ? real : output('sh', ['-c', 'command -v kubectl']).trim();
});
after(() => fs.rmSync(temp, { recursive: true, force: true }));

/** The repository as an operator has it: every placeholder replaced, then what the test changes. */
function operators(change = () => {}) {
  const folder = fs.mkdtempSync(path.join(temp, 'tree-'));
  for (const from of [...['k8s', 'infra/observability', 'infra/postgres'].flatMap((name) => filesBelow(path.join(root, name))), path.join(root, 'scripts/delivery/deploy')]) {
    const to = path.join(folder, path.relative(root, from));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, OWN.reduce((text, [was, is]) => text.replace(was, is), fs.readFileSync(from, 'utf8')), { mode: fs.statSync(from).mode });
  }
  change((file, was, is) => {
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    assert.ok(text.includes(was), `${file} has no ${was}`);
    fs.writeFileSync(path.join(folder, file), text.replace(was, is));
  });
  return folder;
}

let runs = 0;
/** Runs scripts/delivery/deploy; answers its result, the calls, and what each apply was given. */
function deploy(folder, args, cluster = {}) {
  const record = path.join(temp, `record-${(runs += 1)}`);
  fs.writeFileSync(record, '');
  const env = { ...process.env, PATH: `${path.join(temp, 'bin')}:${process.env.PATH}`, RECORD: record, CLUSTER_CONTEXT: 'celadon-production', CLUSTER_KINDS: path.join(temp, 'kinds'), ...cluster };
  const result = spawnSync(path.join(folder, 'scripts/delivery/deploy'), args, { encoding: 'utf8', env });
  const applied = (name) => yaml.parseAllDocuments(fs.readFileSync(`${record}.${name}`, 'utf8')).map((document) => document.toJS());
  return { ...result, calls: fs.readFileSync(record, 'utf8').split('\n').filter(Boolean), applied };
}

const changes = (calls) => calls.filter((call) => /\b(apply|delete|patch|scale|create)\b/.test(call));

describe('scripts/delivery/deploy refuses, and changes nothing:', () => {
  const P = 'k8s/overlays/production';
  const refused = [
    ['no overlay', [], {}, /which overlay/],
    ['an overlay that is not there', ['nowhere', VERSION], {}, /there is no k8s\/overlays\/nowhere/],
    ['another version', ['production', '9.9.9'], {}, /names another version/],
    ['a version that is a command', ['production', '1.2.3;x'], {}, /small letters/],
    ['a part that is none', ['production', VERSION, 'servers'], {}, /foundation or nothing/],
    ['a wrong context', ['production', VERSION], { CLUSTER_CONTEXT: 'celadon-staging' }, /points to 'celadon-staging'.*belongs to 'celadon-production'/],
    ['no context', ['production', VERSION], { CLUSTER_CONTEXT: '' }, /points to ''/],
    ['a cluster that holds another overlay', ['production', VERSION], { CLUSTER_OWNER: 'staging' }, /holds staging, not production/],
    ['a cluster that does not answer', ['production', VERSION], { CLUSTER_AWAY: '1' }, /does not answer/],
    ['an image without a digest', ['production', VERSION], {}, /placeholders:\n.*sha256:0{64}/s, [`${P}/release/kustomization.yaml`, 'a1'.repeat(32), '0'.repeat(64)]],
    ['a collector without a digest', ['production', VERSION], {}, /sha256:0{64}/, [`${P}/kustomization.yaml`, 'a1'.repeat(32), '0'.repeat(64)]],
    ['a Postgres without a digest', ['production', VERSION], {}, /sha256:0{64}/, [`${P}/postgres/kustomization.yaml`, 'a1'.repeat(32), '0'.repeat(64)]],
    ['our own domain', ['production', VERSION], {}, /clinics\.example\.com/, [`${P}/settings/kustomization.yaml`, 'BASE_URL=https://app.clinics.test', 'BASE_URL=https://clinics.example.com']],
    ['a role of no account', ['production', VERSION], {}, /arn:aws:iam::0{12}:role/, ['k8s/components/postgres-cnpg/cluster/cluster.yaml', '210987654321', '000000000000']],
    ['a restore to no moment', ['production', VERSION], {}, /MOMENT/, [`${P}/kustomization.yaml`, '  - ../../components/postgres-cnpg\n', '  - ../../components/postgres-cnpg\n  - ../../components/postgres-restore\n']],
  ];
  for (const [what, args, cluster, why, edit] of refused) {
    test(what, () => {
      const { status, stderr, calls } = deploy(operators((change) => edit && change(...edit)), args, cluster);
      assert.equal(status, 1, stderr);
      assert.match(stderr, why);
      assert.deepEqual(changes(calls), []);
    });
  }

  test('the overlays as they are delivered', (t) => {
    if (!/sha256:0{64}/.test(fs.readFileSync(path.join(root, P, 'release/kustomization.yaml'), 'utf8'))) return t.skip('these overlays are somebody\'s own');
    for (const [overlay, why] of [['production', /sha256:0{64}/], ['staging', /staging\.example\.com/], ['production-east', /pg-backups-east/]]) {
      const { status, stderr, calls } = deploy(root, [overlay, /version: ([\w.-]+)/.exec(fs.readFileSync(path.join(root, 'k8s/overlays/production/release/kustomization.yaml'), 'utf8'))[1]]);
      assert.equal(status, 1);
      assert.match(stderr, why);
      assert.deepEqual(calls, []);
    }
  });
});

describe('scripts/delivery/deploy', () => {
  test('applies foundation, migration and servers one after the other, and at last deletes what left', () => {
    const { status, stderr, stdout, calls, applied } = deploy(operators(), ['production', VERSION], { CLUSTER_OWNER: 'production' });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /1\.2\.3 runs in production/);
    const [context, ...others] = calls;
    assert.equal(context, 'config current-context');
    for (const call of others) assert.ok(call.startsWith('--context celadon-production '), `${call} names no context`);
    const steps = others.map((call) => call.replace('--context celadon-production ', '').replace('-n celadon ', '').replace(/ --timeout=\S+/, '').replace(/\.data\/deploy\.\S+/, 'WORK'));
    assert.deepEqual(steps.filter((step) => !/^(get|api-resources)/.test(step)).map((step) => step.replace(/( --prune-allowlist=\S+)+/, ' KINDS')), [
      'apply -f - -l deploy-stage=foundation',
      'wait clusters.postgresql.cnpg.io -l deploy-overlay=production,!celadon-stopped --for=condition=Ready',
      'apply -k WORK',
      'apply -f -',
      ...['server', 'worker', 'provision'].map((name) => `rollout status deployment/${name}`),
      'apply -f - --prune -l deploy-overlay=production KINDS',
    ]);
    assert.ok(applied('migration').some(({ kind, metadata }) => kind === 'Job' && metadata.name === 'migrate-1-2-3'));
    assert.deepEqual(applied(1), applied(3));
    assert.ok(applied(3).every(({ metadata }) => metadata.labels['deploy-overlay'] === 'production'), 'what bears no label would not be applied by the last step');
  });

  test('deletes no data, nothing that a rollback needs, and only kinds that the cluster has', () => {
    const { calls } = deploy(operators(), ['production', VERSION]);
    const kinds = [...calls.at(-1).matchAll(/--prune-allowlist=(\S+)/g)].map(([, kind]) => kind);
    assert.ok(kinds.includes('apps/v1/Deployment') && kinds.includes('postgresql.cnpg.io/v1/Pooler') && kinds.includes('monitoring.coreos.com/v1/PodMonitor'));
    for (const kind of kinds) assert.doesNotMatch(kind, /\/(Namespace|Secret|ExternalSecret|ConfigMap|Cluster|ObjectStore|ScheduledBackup|Certificate|Issuer|PersistentVolumeClaim|Job|PriorityClass)$/);
    assert.ok(!kinds.some((kind) => kind.endsWith('/ServiceMonitor')), 'this cluster has no ServiceMonitor');
  });

  test('ends after the foundation when told so', () => {
    const { status, stdout, calls } = deploy(operators(), ['production', VERSION, 'foundation']);
    assert.equal(status, 0);
    assert.match(stdout, /foundation of production is applied/);
    assert.ok(!calls.some((call) => call.includes(' wait ')), 'a damaged database would be waited for');
    assert.deepEqual(changes(calls).map((call) => call.replace('--context celadon-production ', '')), ['apply -f - -l deploy-stage=foundation']);
  });

  test('leaves the servers as they were when the migration fails, and tries it anew', () => {
    const { status, stderr, calls } = deploy(operators(), ['production', VERSION], { CLUSTER_JOB: 'Failed' });
    assert.equal(status, 1);
    assert.match(stderr, /the migration of 1\.2\.3 failed/);
    const done = changes(calls).map((call) => call.replace('--context celadon-production ', ''));
    assert.equal(done.length, 3);
    assert.match(done[1], /delete job\/migrate-1-2-3 --wait/);
    assert.match(done[2], /apply -k/);
  });

  test('asks for the cluster of production for a further placement too, and prunes by its label', () => {
    const { status, stderr, calls } = deploy(operators(), ['production-east', VERSION]);
    assert.equal(status, 0, stderr);
    assert.match(calls.at(-1), /-l deploy-overlay=production /);
  });
});

// The files beside the manifests keep our rules and pass their own tools, and planted mistakes are found.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { output, root } from '../../lib/process.mjs';
import { alerts, dashboards } from './alerts.mjs';
import { collector, compose, database, image, pages } from './infra.mjs';
import * as tools from './tools.mjs';
import { read } from './world.mjs';

let world;
let temp;
before(() => {
  const kubectl = tools.kubectl();
  assert.ok(kubectl, 'there is no kubectl with kustomize 5, and none could be fetched');
  world = read(kubectl);
  temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-manifests-'));
});
after(() => fs.rmSync(temp, { recursive: true, force: true }));

const checks = { alerts, dashboards, collector, compose, database, image, pages };
describe('Beside the manifests', () => {
  for (const [name, check] of Object.entries(checks)) test(`${name} hold`, () => assert.deepEqual(check(world), []));
});

const replace = (file, from, to) => (at) => {
  assert.ok(at.files[file]?.includes(from), `${file} has no ${from}`);
  at.files[file] = at.files[file].replace(from, to);
};
const [RULES, RULE_TESTS] = ['rules.yaml', 'rules.test.yaml'].map((name) => `infra/observability/prometheus/${name}`);
const COLLECTOR = 'infra/observability/otel-collector.yaml';
const COMPOSE = 'infra/compose/compose.yaml';
const UP = 'infra/observability/dashboards/up.json';

const planted = [
  ['an alert on a metric that nobody sends', alerts, /celadon_jobs_stuck is no metric/, replace(RULES, 'max(celadon_clinics_parked)', 'max(celadon_jobs_stuck)')],
  ['an alert by clinic', alerts, /no metric may have/, replace(RULES, 'max by (kind) (celadon_job_oldest_seconds)', 'max by (kind, clinic_id) (celadon_job_oldest_seconds)')],
  ['an alert on a label that the metric has not', alerts, /has no label reason/, replace(RULES, 'celadon_stripe_events_total{state="failed"}', 'celadon_stripe_events_total{reason="failed"}')],
  ['an alert that no test sees', alerts, /no test sees it fire/, replace(RULE_TESTS, 'alertname: CeladonAuditBroken', 'alertname: CeladonAuditBrokn')],
  ['an alert that no page explains', alerts, /does not explain DiskFull/, replace('infra/docs/alerts.md', '## DiskFull', '## Disk is full')],
  ['an alert for nobody', alerts, /neither page nor ticket/, replace(RULES, 'labels: {severity: page}', 'labels: {severity: high}')],
  ['rules that the cluster has not', alerts, /older than/, replace(RULES, '> 14.4 * 0.001', '> 10 * 0.001')],
  ['a panel on a metric that nobody sends', dashboards, /no metric of the contract/, replace(UP, 'celadon_clinics_out_of_range', 'celadon_clinics_outofrange')],
  ['a metric that nobody looks at', dashboards, /no rule and no dashboard/, replace('infra/docs/telemetry.md', '| `celadon.billing.behind`', '| `celadon.x` | `celadon_x` | gauge | | y |\n| `celadon.billing.behind`')],
  ['a processor that is not described', collector, /not among the processors/, replace(COLLECTOR, 'processors: [memory_limiter, batch]', 'processors: [memory_limiter, filter, batch]')],
  ['traces without the last net', collector, /lets every attribute pass/, replace(COLLECTOR, 'redaction, tail_sampling', 'tail_sampling')],
  ['an attribute with what a person typed', collector, /url\.path can hold/, replace(COLLECTOR, '- url.scheme', '- url.path')],
  ['a setting in compose that nobody reads', compose, /WEB_FOLDER is a setting/, replace(COMPOSE, 'WEB_DIR: /web', 'WEB_FOLDER: /web')],
  ['a secret that a service is not given', compose, /not given the secret/, replace(COMPOSE, 'secrets: [owner-database-url, database-direct-url]', 'secrets: [database-direct-url]')],
  ['a key of Stripe that the worker is not given', compose, /worker: STRIPE_SECRET_KEY: it is needed|worker: .*not given the secret stripe-secret-key/, replace('infra/compose/stripe.yaml', 'secrets: [stripe-secret-key, stripe-webhook-secret]', 'secrets: [stripe-webhook-secret]')],
  ['a token of texts that the server is not given', compose, /server: SMS_TOKEN_FILE: it is not given the secret sms-token/, replace('infra/compose/texts.yaml', 'secrets: [sms-account, sms-token, sms-from]', 'secrets: [sms-account, sms-from]')],
  ['a setting beside compose that nobody reads', compose, /STRIPE_KEY_FILE is a setting|STRIPE_KEY is a setting/, replace('infra/compose/stripe.yaml', 'STRIPE_SECRET_KEY_FILE', 'STRIPE_KEY_FILE')],
  ['an image by a tag', compose, /postgres:17.6-bookworm is not pinned by digest/, (at) => (at.files[COMPOSE] = at.files[COMPOSE].replace(/\$\{POSTGRES_IMAGE[^}]*\}/, 'postgres:17.6-bookworm'))],
  ['packages whose scripts are run', image, /runs the scripts of every package/, replace('infra/image/Dockerfile', ' --ignore-scripts', '')],
  ['a port that is open to everybody', compose, /open to everybody/, replace(COMPOSE, '"127.0.0.1:8080:8080"', '"8080:8080"')],
  ['a worker without the memory of celadon-documents', compose, /worker: mem_limit is 384m/, replace(COMPOSE, 'mem_limit: 896m', 'mem_limit: 384m')],
  ['a service that waits for nothing', compose, /which is not there/, replace(COMPOSE, 'pgbouncer: {condition: service_started}', 'pooler: {condition: service_started}')],
  ['PgBouncer by session', database, /by transaction/, replace('infra/postgres/pgbouncer.ini', 'pool_mode = transaction', 'pool_mode = session')],
  ['PgBouncer that tracks search_path', database, /tracks search_path/, replace('infra/postgres/pgbouncer.ini', 'pool_mode = transaction', 'pool_mode = transaction\ntrack_extra_parameters = search_path')],
  ['too few locks', database, /too low/, replace('infra/postgres/postgresql.conf', 'max_locks_per_transaction = 1024', 'max_locks_per_transaction = 64')],
  ['statements in the log', database, /get into the log/, replace('infra/postgres/postgresql.conf', 'log_statement = none', 'log_statement = ddl')],
  ['no fsync', database, /fsync is not on/, replace('infra/postgres/postgresql.conf', 'fsync = on', 'fsync = off')],
  ['two Postgres that are set differently', database, /in the Cluster/, replace('infra/postgres/postgresql.conf', 'autovacuum_naptime = 15s', 'autovacuum_naptime = 1min')],
  ['a crate that the image does not know', image, /does not know the crate/, replace('Cargo.toml', '"migration"', '"migration", "newcomer"')],
  ['a build context without what the types are checked of', image, /leaves out web\/e2e/, replace('.dockerignore', 'web/dist', 'web/dist\nweb/e2e')],
  ['a program with its debug information', image, /debug information/, replace('infra/image/Dockerfile', 'objcopy --strip-all', 'objcopy --keep-symbols')],
  ['an image of an unknown revision', image, /which revision/, replace('infra/image/Dockerfile', 'ARG REVISION', 'ARG OTHER')],
  ['an image with a shell', image, /distroless/, replace('infra/image/Dockerfile', 'gcr.io/distroless/cc-debian12:nonroot', 'docker.io/library/debian:12')],
  ['a base that can be moved', image, /which is not pinned/, (at) => (at.files['infra/image/Dockerfile'] = at.files['infra/image/Dockerfile'].replace(/@sha256:\w+/, ''))],
  ['an image that runs as root', image, /as root/, replace('infra/image/Dockerfile', 'USER 65532:65532', '')],
  ['a page that leads nowhere', pages, /leads nowhere/, replace('infra/docs/README.md', '(failover.md)', '(fail-over.md)')],
  ['a page with a command that is none', pages, /no command `celadon clinic destroy`/, replace('infra/docs/incident.md', 'celadon clinic suspend', 'celadon clinic destroy')],
  ['a runbook that is missing', pages, /rollback.md is missing/, (at) => delete at.files['infra/docs/rollback.md']],
];

describe('A mistake beside the manifests is found:', () => {
  for (const [what, check, complaint, plant] of planted) {
    test(what, () => {
      const wrong = structuredClone(world);
      plant(wrong);
      const found = check(wrong);
      assert.ok(found.some((text) => complaint.test(text)), `not found; what was said: ${found.join('\n') || 'nothing'}`);
    });
  }
});

const SHELL = ['scripts/delivery/deploy', 'scripts/delivery/manifests/recording-kubectl', 'scripts/delivery/k8s-validate', 'infra/compose/initdb/20-owner-password.sh'];
const here = (file) => path.join(import.meta.dirname, file);
const python = (program) => {
  const bin = tools.pythonTools();
  return bin && path.join(bin, program);
};
const YAML = '{extends: default, rules: {line-length: disable, document-start: disable, braces: {max-spaces-inside: 0}, comments-indentation: disable, truthy: {check-keys: false}, indentation: {indent-sequences: whatever}}}';

// The tool that checks it, how it is called in a folder, and a mistake that it must find.
const judges = [
  ['promtool: rules', () => tools.debianTool('promtool', 'prometheus'), ['check', 'rules', RULES], replace(RULES, 'sum by (kind) (increase', 'sum by (kind) increase')],
  ['promtool: tests of the alerts', () => tools.debianTool('promtool', 'prometheus'), ['test', 'rules', RULE_TESTS], replace(RULES, 'max by (kind) (celadon_job_oldest_seconds) > 900', 'max by (kind) (celadon_job_oldest_seconds) > 9000')],
  ['amtool', () => tools.debianTool('amtool', 'prometheus-alertmanager'), ['check-config', 'infra/observability/alertmanager.yaml'], replace('infra/observability/alertmanager.yaml', 'receiver: pager', 'receiver: nobody')],
  ['hadolint', () => python('hadolint'), ['infra/image/Dockerfile'], replace('infra/image/Dockerfile', 'WORKDIR /build/web', 'RUN cd /build && sudo apt-get install curl\nWORKDIR /build/web')],
  ['dclint', () => tools.npmPackages() && here('node_modules/.bin/dclint'), [COMPOSE, '-c', 'infra/compose/.dclintrc.yaml'], replace(COMPOSE, 'stop_grace_period: 60s', 'stop_graceperiod: 60s')],
  ['yamllint', () => python('yamllint'), ['--strict', '-d', YAML, 'k8s', 'infra'], replace('k8s/base/worker.yaml', '  replicas: 2\n', '  replicas: 2\n  replicas: 3\n')],
  ['shellcheck', () => output('shellcheck', ['--version']) && 'shellcheck', SHELL, replace('scripts/delivery/deploy', 'cd "$(dirname "$0")/../.."', 'cd $(dirname $0)/../..')],
];

/** The tools look at files: a copy of those that count. */
function laid(files) {
  const folder = fs.mkdtempSync(path.join(temp, 'tree-'));
  for (const [file, text] of Object.entries({ ...files, ...Object.fromEntries(SHELL.map((name) => [name, files[name] ?? fs.readFileSync(path.join(root, name), 'utf8')])) })) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

describe('The tools of each kind', () => {
  for (const [name, find, args, plant] of judges) {
    test(name, (t) => {
      const program = find();
      if (!program && !process.env.CI) return t.skip('it is not installed and could not be fetched');
      assert.ok(program, `${name} is not installed and could not be fetched`);
      const say = (files) => spawnSync(program, args, { cwd: laid(files), encoding: 'utf8' });
      const right = say(world.files);
      assert.equal(right.status, 0, right.stdout + right.stderr);
      const wrong = structuredClone(world);
      plant(wrong);
      const found = say(wrong.files);
      assert.ok(found.status > 0, `the planted mistake was not found: ${found.stdout}${found.stderr}`);
    });
  }
});

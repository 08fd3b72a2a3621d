// The real programs' metrics in a real Prometheus with our rules, and its alerts at the end of a real Alertmanager's routes:
// node --test scripts/delivery/observability/observability.test.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, sendRequest } from '../../drills/fault/client.mjs';
import { World, waitUntil } from '../../drills/fault/world.mjs';
import { npmPackages } from '../manifests/tools.mjs';
import { freePort, root, start, stop, tidy } from '../../lib/process.mjs';
import { startMonitoring } from './monitoring.mjs';

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_of_a_test', STRIPE_WEBHOOK_SECRET: 'whsec_of_a_test', STRIPE_API_BASE: 'http://127.0.0.1:9' };

/** How long our Alertmanager gathers alerts before it says anything (alertmanager.yaml), and a little more. */
const PAGED_WITHIN = 30;
const TICKET_WITHIN = 50;

describe('Metrics and alerts', () => {
  let world;
  let prometheus;
  let metrics;

  const run = async (command, env = {}) => {
    const ops = await freePort();
    const log = path.join(world.folder, `${command}.log`);
    const child = start(world.binary, [command], { log, env: { ...world.env, ...env, OPS_ADDR: `127.0.0.1:${ops}` } });
    return { ops, log, child };
  };

  /** A sealed row of the audit is changed by somebody who may do everything in the database. */
  async function changeTheAudit() {
    await enter(world, 'alpha');
    const sealing = await run('work', STRIPE);
    await waitUntil('the audit to be sealed', 20, () => fs.readFileSync(sealing.log, 'utf8').includes('sealed the audit'));
    await stop(sealing.child);
    await world.rows(`update ${world.schemas.alpha}.audit set ip = '192.0.2.1' where id = (select min(id) from ${world.schemas.alpha}.audit)`);
  }

  before(async () => {
    npmPackages();
    const { contract } = await import('../manifests/alerts.mjs');
    const page = 'infra/docs/telemetry.md';
    metrics = contract({ files: { [page]: fs.readFileSync(path.join(root, page), 'utf8') } });
    world = await World.make({ clinics: ['alpha'], safe: false });
    await world.serve(STRIPE);
    await changeTheAudit();
    const [work, provision] = [await run('work', STRIPE), await run('provision', { OWNER_DATABASE_URL: world.owner })];
    prometheus = await startMonitoring({ 'celadon-server': world.ops, 'celadon-worker': work.ops, 'celadon-provision': provision.ops });
    await waitUntil('Prometheus to have scraped all three', 20, async () => (await prometheus.query('query?query=sum(up)')).result[0]?.value[1] === '3');
    // What a database that is away takes with it, and what it does not.
    await prometheus.alert([['PostgresDown', 'page'], ['CeladonErrorsFast', 'page'], ['CeladonPoolExhausted', 'page'], ['CertificateEnds', 'page']].map(([alertname, severity]) => ({ alertname, severity, namespace: 'celadon' })));
    for (let count = 0; count < 8; count += 1) {
      const answer = await fetch(`http://localhost:${world.port}/api/stripe/webhook`, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }, body: '{}' });
      assert.equal(answer.status, 400);
    }
  });
  after(() => tidy());

  test('every metric of the contract is scraped, with the labels of the contract and no others', async () => {
    const ours = [...metrics].filter(([, { ours: is }]) => is);
    assert.ok(ours.length > 15, `only ${ours.length} metrics are in the contract`);
    const seen = async (name) => (await prometheus.query(`series?match[]=${name}`)).map(({ __name__, job, instance, le, ...labels }) => labels);
    for (const [name, { histogram, labels }] of ours) {
      const scraped = histogram ? `${name}_bucket` : name;
      let series = [];
      await waitUntil(`${scraped} in Prometheus`, 20, async () => (series = await seen(scraped)).length > 0);
      const found = new Set(series.flatMap((one) => Object.keys(one)));
      assert.deepEqual([...found].sort(), [...labels].sort(), `the labels of ${name}`);
    }
    const scraped = await prometheus.query('label/__name__/values');
    const known = (name) => metrics.has(name) || metrics.get(name.replace(/_(bucket|count|sum)$/, ''))?.histogram || /^(up|scrape_|ALERTS)|^celadon:/.test(name);
    assert.deepEqual(scraped.filter((name) => !known(name)), [], 'metrics that the contract does not name');
  });

  test('every rule is evaluated, and names only metrics that are scraped or come from others', async () => {
    const own = new Set(await prometheus.query('label/__name__/values'));
    const rules = async () => (await prometheus.query('rules')).groups.flatMap(({ rules: some }) => some);
    await waitUntil('each rule to be evaluated', 40, async () => (await rules()).every(({ health }) => health !== 'unknown'));
    for (const { name, query, health, lastError } of await rules()) {
      assert.equal(health, 'ok', `${name}: ${lastError}`);
      const [used] = [[...metrics].filter(([metric]) => new RegExp(`\\b${metric}(_bucket|_count|_sum)?\\b`).test(query))];
      assert.ok(used.length > 0 || query.includes('celadon:'), `${name} looks at nothing that is known`);
      for (const [metric, { ours, histogram }] of used) if (ours) assert.ok(own.has(histogram ? `${metric}_count` : metric), `${name}: nothing sends ${metric}`);
    }
  });

  const told = (where) => prometheus.received.filter(({ path: at }) => at === where).flatMap(({ alerts }) => alerts);

  test('an audit that was changed wakes the person on call', async () => {
    await waitUntil('the page', PAGED_WITHIN, () => told('/page').some(({ labels }) => labels.alertname === 'CeladonAuditBroken'));
    const { labels, annotations, status } = told('/page').find(({ labels: of }) => of.alertname === 'CeladonAuditBroken');
    assert.deepEqual([status, labels.severity], ['firing', 'page']);
    assert.match(annotations.summary, /^the audit of 1 clinics was altered/);
  });

  test('messages that Stripe did not sign wait for the morning', async () => {
    await waitUntil('the ticket', TICKET_WITHIN, () => told('/ticket').some(({ labels }) => labels.alertname === 'CeladonStripeSignature'));
    assert.ok(!told('/page').some(({ labels }) => labels.alertname === 'CeladonStripeSignature'));
    assert.ok(told('/ticket').every(({ labels }) => labels.severity === 'ticket'));
  });

  test('a database that is away is one page, and what fails because of it is none', () => {
    const names = new Set(told('/page').map(({ labels }) => labels.alertname));
    assert.deepEqual([...names].sort(), ['CeladonAuditBroken', 'CertificateEnds', 'PostgresDown']);
  });

  test('a sign-in that fails is counted where the alert looks', async () => {
    const count = async () => Number((await prometheus.query('query?query=sum(celadon_signin_failures_total)')).result[0]?.value[1] ?? NaN);
    const earlier = await count();
    const answer = await sendRequest(world, 'alpha', 'POST', '/api/auth/login', { body: { email: 'owner@clinic.example', password: 'not the password' } });
    assert.equal(answer.status, 401, answer.text);
    await waitUntil('the failure to be counted', 10, async () => (await count()) === earlier + 1);
  });
});

// An image's first day: it migrates, provisions, serves and prints under the manifests' limits, and ends when it is told to.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { enter, sendRequest } from '../../drills/fault/client.mjs';
import { PASSWORD, waitUntil } from '../../drills/fault/world.mjs';
import { startPostgres, stopPostgres } from '../../lib/postgres.mjs';
import { freePort } from '../../lib/process.mjs';
import { Containers } from './containers.mjs';
import { laySecret } from './pods.mjs';

const GROUP = 65532;
const CLINIC = 'alpha';

/** The Secrets of the overlay, for the Postgres of this test. */
function secrets(folder, owner) {
  const gateway = Object.assign(new URL(owner), { username: 'celadon_gateway', password: 'gateway-of-a-throw-away' });
  const lay = (name, values) => [name, laySecret(path.join(folder, 'secrets'), name, values, GROUP)];
  fs.mkdirSync(path.join(folder, 'secrets'), { mode: 0o755 });
  return Object.fromEntries([
    lay('celadon-owner', { 'owner-database-url': owner, 'database-url': gateway.href }),
    lay('celadon-server', { 'database-url': gateway.href, 'secret-key': crypto.randomBytes(32).toString('hex') }),
  ]);
}

/** Nothing of the machine is open to it, and the kernel holds it to the manifest's memory. */
function assertClosed(containers, name) {
  const facts = containers.facts(name);
  console.log(`${name}: at most ${Math.round(facts.peak / 2 ** 20)} of ${facts.limit / 2 ** 20} MiB`);
  assert.equal(facts.user, '65532');
  assert.deepEqual(facts.capabilities, [0, 0, 0]);
  assert.deepEqual([facts.noNewPrivileges, facts.seccomp], ['1', '2'], 'no new rights, and a filter of system calls');
  assert.deepEqual(facts.writable, ['/tmp']);
  assert.equal(facts.limit, facts.wanted);
}

/** A record is printed by the worker's typesetter, with the fonts that it carries. */
export async function print(session, send) {
  const requested = await send('POST', '/api/documents', { kind: 'patient', id: session.patient });
  assert.equal(requested.status, 201, requested.text);
  let shown;
  await waitUntil('the PDF', 60, async () => {
    shown = await send('GET', `/api/documents/${requested.json.id}`);
    assert.equal(shown.status, 200, shown.text);
    return shown.json.state !== 'waiting';
  });
  assert.equal(shown.json.state, 'ready', shown.json.problem);
  const file = await send('GET', `/api/documents/${requested.json.id}/file`);
  assert.equal(file.status, 200);
  assert.equal(file.headers['content-type'], 'application/pdf');
  assert.match(file.text, /^%PDF-1\.\d/);
  assert.ok(file.text.length > 5000, `a PDF of ${file.text.length} bytes holds no font`);
}

async function webApp(world) {
  const get = (at, headers) => sendRequest(world, CLINIC, 'GET', at, { headers });
  const page = await get('/');
  assert.equal(page.status, 200);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1];
  assert.ok(script, `the page names no script: ${page.text.slice(0, 300)}`);
  const packed = await get(script, { 'accept-encoding': 'br' });
  assert.deepEqual([packed.status, packed.headers['content-encoding']], [200, 'br']);
}

/** `rendered`: the overlays' objects. The overlay for one machine is run, whose pods are the base's. */
export async function livesAsPods(image, rendered, folder) {
  const cluster = path.join(folder, 'postgres');
  const { url } = await startPostgres(cluster, {});
  const containers = new Containers(image, [...rendered.dev, ...rendered['dev/migrate']], secrets(folder, url));
  try {
    const migrated = containers.job('migrate');
    assert.equal(migrated.status, 0, migrated.stderr);

    const port = await freePort();
    const world = { port };
    // Every container is on the machine's own network, so each needs ports of its own.
    const on = async () => ({ LISTEN_ADDR: `127.0.0.1:${port}`, OPS_ADDR: `127.0.0.1:${await freePort()}`, BASE_URL: `http://localhost:${port}` });
    await containers.start('provision', await on());
    const created = containers.exec('provision', ['/celadon', 'clinic', 'create', CLINIC, '--name', 'Clinic alpha', '--owner-email', 'owner@clinic.example', '--owner-password-stdin', '--time-zone', 'UTC', '--owner-role', 'Medical Director', '--owner-license', 'NY-MD-TEST-1'], PASSWORD);
    assert.equal(created.status, 0, created.stderr);

    await containers.start('server', await on());
    // A worker has no readiness of its own.
    await containers.start('worker', await on(), { probe: 'live' });
    await webApp(world);
    const session = await enter(world, CLINIC);
    const send = (method, at, body) => sendRequest(world, CLINIC, method, at, { body, cookie: session.cookie });
    await print(session, send);
    for (const name of ['provision', 'server', 'worker']) assertClosed(containers, name);
    for (const name of ['server', 'worker', 'provision']) assert.equal(containers.stop(name), 0, `${name} did not end with 0 after SIGTERM`);
  } finally {
    containers.removeAll();
    await stopPostgres(cluster);
  }
}

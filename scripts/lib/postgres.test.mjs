// Tries what a killed or restarted Postgres leaves behind: node --test scripts/lib/postgres.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { postgresProgram, startPostgres, stopPostgres } from './postgres.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-postgres-'));
let first;

/** True when a Postgres answers there: it says in one letter whether it speaks TLS. */
const answers = (url) =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
    socket.once('data', (bytes) => resolve('SN'.includes(bytes.toString())));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false)).setTimeout(10_000, () => socket.destroy());
  });

const pidFile = () => path.join(first.data, 'postmaster.pid');
const pid = () => Number(fs.readFileSync(pidFile(), 'utf8').split('\n')[0]);

const gone = async (id) => {
  for (;;) {
    try {
      process.kill(id, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
};

before(async () => {
  first = await startPostgres(folder);
});
after(() => stopPostgres(folder));

test('a new cluster answers on loopback', async () => {
  assert.equal(first.started, true);
  assert.equal(await answers(first.url), true);
});

test('a second start finds the running server', async () => {
  const second = await startPostgres(folder);
  assert.deepEqual([second.started, second.url], [false, first.url]);
});

test('the pid file of a killed server is no obstacle', async () => {
  const id = pid();
  process.kill(id, 'SIGKILL');
  await gone(id);
  const again = await startPostgres(folder);
  assert.equal(again.started, true);
  assert.equal(await answers(again.url), true);
});

test('a pid file that names another living process is not believed', async () => {
  const lines = fs.readFileSync(pidFile(), 'utf8').split('\n');
  const id = pid();
  process.kill(id, 'SIGKILL');
  await gone(id);
  fs.writeFileSync(pidFile(), [process.pid, ...lines.slice(1)].join('\n'));
  assert.equal((await startPostgres(folder)).started, true);
});

test('a taken port is given up for another', async () => {
  const { port } = new URL((await startPostgres(folder)).url);
  const id = pid();
  process.kill(id, 'SIGKILL');
  await gone(id);
  const squatter = net.createServer().listen(Number(port), '127.0.0.1');
  await new Promise((resolve) => squatter.once('listening', resolve));
  const moved = await startPostgres(folder);
  squatter.close();
  assert.notEqual(new URL(moved.url).port, port);
});

test('a throw-away cluster leaves nothing behind', async () => {
  const spare = `${folder}-spare`;
  await startPostgres(spare);
  assert.equal((await stopPostgres(spare)).stopped, true);
  assert.equal(fs.existsSync(spare), false);
});

/** What the server says of its version, asked by its own program. */
const versionOf = async (at) => (await postgresProgram(at, 'postgres', ['--version'])).output;

test('POSTGRES_VERSION chooses among what is here, and says what is not', async () => {
  const own = Number(/(\d+)/.exec(await versionOf(folder))[1]);
  const before = process.env.POSTGRES_VERSION;
  try {
    process.env.POSTGRES_VERSION = String(own);
    const chosen = `${folder}-chosen`;
    assert.equal((await startPostgres(chosen)).version, own);
    await stopPostgres(chosen);
    for (const [asked, why] of [['14', /not a version from 15 on/], ['newest', /not a version from 15 on/], ['99', /No Postgres 99 was found/]]) {
      process.env.POSTGRES_VERSION = asked;
      await assert.rejects(startPostgres(chosen), why);
    }
    process.env.POSTGRES_VERSION = String(own + 1);
    await assert.rejects(startPostgres(folder), /were made by Postgres \d+, and POSTGRES_VERSION asks for \d+/);
  } finally {
    if (before === undefined) delete process.env.POSTGRES_VERSION;
    else process.env.POSTGRES_VERSION = before;
    fs.rmSync(`${folder}-chosen`, { recursive: true, force: true });
  }
});

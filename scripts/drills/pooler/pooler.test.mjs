// The built server behind a real PgBouncer in transaction mode, by the settings that are shipped: node --test scripts/drills/pooler.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { World } from '../fault/world.mjs';
import { tidy } from '../../lib/process.mjs';
import { MarkedLoad } from './marked-load.mjs';
import { findPgbouncer, startPgbouncer } from './pgbouncer.mjs';
import { startSessionRoleProxy } from './session-role-proxy.mjs';

const CLINICS = Array.from({ length: 12 }, (_, number) => `clinic${number}`);
const POOL_SIZE = 2;
// Two shards and the registry: so many pools, so many connections of Postgres at most.
const SHARDS = 2;
const MAX_CONNECTIONS = POOL_SIZE * (SHARDS + 1);

const program = findPgbouncer();
const skip = !program && !process.env.CI && 'there is no PgBouncer 1.21 or newer, and none could be fetched';
let world;
let pooler;

/** A server that connects to the database through this port; LISTEN bypasses the pooler. */
async function serveThrough(port) {
  await world.serve({ DATABASE_URL: world.gateway(port), DATABASE_DIRECT_URL: world.gateway(new URL(world.owner).port) });
}

/** The most that was seen while the work went on: connections of the server to the pooler, and of that to Postgres. */
async function watching(work) {
  const most = { clients: 0, connections: 0 };
  let over = false;
  const look = async () => {
    while (!over) {
      // The console's columns: database, user, and how many clients are active, waiting and being cancelled.
      const clients = pooler.pools().filter(([database]) => database === 'celadon').reduce((sum, [, , active, waiting]) => sum + Number(active) + Number(waiting), 0);
      const connections = await world.count("select count(*) from pg_stat_activity where application_name = 'celadon' and query !~* '^listen' and usename like 'celadon_gateway%'");
      most.clients = Math.max(most.clients, clients);
      most.connections = Math.max(most.connections, connections);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const looking = look();
  try {
    await work();
  } finally {
    over = true;
    await looking;
  }
  return most;
}

const READS = 40;

/** A clinic's own psql through the pooler, `connected` once it has sent what a session would set first. */
function session(clinic, way) {
  const url = new URL(world.gateway(pooler.port));
  url.username = `celadon_gateway_s0${world.shards[clinic]}`;
  const schema = world.schemas[clinic];
  const set = (local) => `set ${local} role ${schema}; set ${local} search_path = ${schema};`;
  const read = 'select coalesce(max(last_name), $$nobody$$) from patient;';
  const reads = Array.from({ length: READS }, () => (way === 'session' ? `${read}\nselect 1;` : `begin; ${set('local')} ${read} commit;`));
  const child = spawn('psql', [url.href, '-XAtq'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  const connected = Promise.race([once(child.stdout, 'data'), closed]);
  child.stdin.write(`${way === 'session' ? set('') : ''} select 'connected';\n`);
  return {
    connected,
    /** How many reads were answered with another clinic's rows, and how many with its own. */
    async read() {
      child.stdin.end(reads.join('\n'));
      await closed;
      const own = (out.match(new RegExp(`MARK-${clinic}-`, 'g')) ?? []).length;
      return { own, foreign: (out.match(/MARK-/g) ?? []).length - own };
    },
  };
}

describe('Behind PgBouncer', { skip }, () => {
  before(async () => {
    assert.ok(program, 'there is no PgBouncer 1.21 or newer, and none could be fetched');
    world = await World.make({ clinics: CLINICS, safe: false, env: { DATABASE_SHARDS: String(SHARDS), DATABASE_CONNECTIONS: '10' } });
    pooler = await startPgbouncer(world, program, { poolSize: POOL_SIZE });
  });
  after(() => tidy());

  test('many clinics share a few connections, and nobody sees a foreign row', async (t) => {
    await serveThrough(pooler.port);
    const load = new MarkedLoad(world, CLINICS);
    await load.signIn();
    const most = await watching(() => load.work({ workers: 16, turns: 80, signIns: 12 }));
    await world.end();
    const { strange, lost } = await load.stored();
    t.diagnostic(`PgBouncer ${pooler.version}: ${CLINICS.length} clinics, ${most.clients} connections of the server over ${most.connections} of Postgres`);
    t.diagnostic(`${load.answered} answered, ${load.signedIn} signed in anew, ${load.written.length} writes, ${load.cancelled} cut short, ${load.busy} told to retry, ${load.foreign} with foreign rows`);
    assert.deepEqual([...load.wrong], []);
    assert.deepEqual({ foreign: load.foreign, strange, lost }, { foreign: 0, strange: 0, lost: 0 });
    assert.ok(most.connections <= MAX_CONNECTIONS, `${most.connections} connections of Postgres`);
    assert.ok(most.clients > most.connections, 'nobody had to share');
    assert.ok(load.cancelled > 100 && load.written.length > 100 && load.signedIn >= 20);
  });

  test('sessions that set their search path read foreign rows here, transactions do not', async (t) => {
    const read = async (way) => {
      const sessions = CLINICS.map((clinic) => session(clinic, way));
      // More clinics have set theirs than there are connections: whichever reads first, some read by what another one has set.
      await Promise.all(sessions.map(({ connected }) => connected));
      const all = await Promise.all(sessions.map((one) => one.read()));
      return { own: all.reduce((sum, { own }) => sum + own, 0), foreign: all.reduce((sum, { foreign }) => sum + foreign, 0) };
    };
    const [bySession, byTransaction] = [await read('session'), await read('transaction')];
    t.diagnostic(`set for the session: ${bySession.foreign} of ${CLINICS.length * READS} reads foreign; set in the transaction: ${byTransaction.foreign}`);
    assert.ok(bySession.foreign > 0, 'the planted fault does no harm: the pooler does not share connections');
    assert.deepEqual(byTransaction, { own: CLINICS.length * READS, foreign: 0 });
  });

  test('a server that enters a clinic for the session is found out', async (t) => {
    const proxy = await startSessionRoleProxy(pooler.port);
    await serveThrough(proxy.port);
    const load = new MarkedLoad(world, CLINICS);
    try {
      await load.signIn();
      await load.work({ workers: 16, turns: 20, signIns: 12 });
    } catch (error) {
      load.note(error.message);
    }
    await world.end();
    proxy.close();
    const { strange, lost } = await load.stored();
    t.diagnostic(`planted: ${load.answered} answered, ${load.foreign} with foreign rows, ${strange} rows in the wrong clinic, ${lost} lost; ${[...load.wrong].map(([what, count]) => `${what} (${count})`).join(', ')}`);
    // The session is looked for in the same transaction, so most of it is refused before anything foreign is read.
    assert.ok(load.wrong.size + load.foreign + strange > 0, 'the planted fault was not found');
  });
});

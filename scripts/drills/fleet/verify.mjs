// Measures `celadon audit verify --all` with the built program: from the first row and from the mark, with one worker and several.
// CLINICS=200 ROWS=5000 node scripts/drills/fleet/verify.mjs; it makes a Postgres of its own, without fsync, and deletes it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { World, waitUntil } from '../fault/world.mjs';
import { main, say } from '../../lib/process.mjs';

const [CLINICS, ROWS] = [Number(process.env.CLINICS ?? 200), Number(process.env.ROWS ?? 5000)];
const seconds = (began) => ((performance.now() - began) / 1000).toFixed(1);

async function make(world, env) {
  const left = Array.from({ length: CLINICS }, (_, number) => `clinic-${number}`);
  const one = (name) => new Promise((done) => {
    const args = ['clinic', 'create', name, '--name', name, '--owner-email', 'owner@clinic.example', '--owner-password', 'a long enough password', '--time-zone', 'UTC'];
    spawn(world.binary, args, { env, stdio: 'ignore' }).once('close', done);
  });
  await Promise.all([0, 1].map(async () => {
    while (left.length) await one(left.shift());
  }));
  return (await world.rows('select schema_name from registry.clinic')).map(([schema]) => schema);
}

const plant = async (world, schemas, rows) => {
  for (const schema of schemas) {
    await world.rows(`insert into ${schema}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
      select now() - (${rows} - n) * interval '1 millisecond', gen_random_uuid(), 'visitor', 'auth.forgot', 'done', array[]::bigint[], array[]::bigint[], '203.0.113.9', repeat('x', 60) from generate_series(1, ${rows}) n`);
  }
};

/** The worker's first round seals everything. */
async function seal(world, env, schemas) {
  const worker = spawn(world.binary, ['work'], { env: { ...env, RUST_LOG: 'warn' }, stdio: 'ignore' });
  const unsealed = (schema) => `(select (select count(*) from ${schema}.audit) - coalesce((select max(rows_sealed) from ${schema}.audit_seal), 0))`;
  await waitUntil('the seals', 1800, async () => {
    let left = 0;
    for (let at = 0; at < schemas.length; at += 50) left += await world.count(`select ${schemas.slice(at, at + 50).map(unsealed).join(' + ')}`);
    return left === 0;
  });
  worker.kill('SIGTERM');
  await new Promise((done) => worker.once('close', done));
}

async function verify(world, env, what, ...args) {
  const began = performance.now();
  const child = spawn(world.binary, ['audit', 'verify', '--all', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let [peak, text] = [0, ''];
  child.stdout.on('data', (part) => {
    text += part;
    try {
      peak = Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? peak);
    } catch {
      // It has ended.
    }
  });
  const code = await new Promise((done) => child.once('close', done));
  const lines = text.trim().split('\n').map((line) => JSON.parse(line));
  const rows = lines.reduce((sum, line) => sum + line.rows, 0);
  say(`${what}: ${seconds(began)} s, ${Math.round(peak / 1024)} MB, exit code ${code}; ${lines.length} clinics, ${rows} rows, ${lines.filter((line) => line.after_seal > 0).length} from a mark`);
}

await main(async () => {
  const world = await World.make({ clinics: [], safe: false });
  world.env.DATABASE_URL = world.gateway(new URL(world.owner).port);
  const env = { ...process.env, ...world.env, OWNER_DATABASE_URL: world.owner };
  const schemas = await make(world, env);
  await plant(world, schemas, ROWS);
  await seal(world, env, schemas);
  for (const workers of ['1', '2', '4', '8']) await verify(world, env, `everything, ${workers} at a time`, '--full', '--workers', workers);
  await verify(world, env, 'nothing new, 1 at a time', '--workers', '1');
  await verify(world, env, 'nothing new, 4 at a time', '--workers', '4');
  await plant(world, schemas, 100);
  await seal(world, env, schemas);
  await verify(world, env, '100 new rows each, 4 at a time', '--workers', '4');
});

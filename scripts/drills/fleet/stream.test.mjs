// A clinic through a pipe, by the built program: from one database to another, in little memory, and nothing where the pipe breaks.
// STREAM_ROWS=10000000 node --test scripts/drills/fleet/stream.test.mjs tries as many rows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { World } from '../fault/world.mjs';
import { tidy } from '../../lib/process.mjs';

const [FEW, MANY] = [1_000, Number(process.env.STREAM_ROWS ?? 200_000)];
let world;

/** Another deployment's database. */
async function elsewhere(name) {
  await world.rows(`create database ${name}`);
  const owner = new URL(world.owner);
  owner.pathname = `/${name}`;
  const gateway = new URL(world.gateway(owner.port));
  gateway.pathname = `/${name}`;
  const env = { OWNER_DATABASE_URL: owner.href, DATABASE_URL: gateway.href };
  const { code, stderr } = await ended(celadon(env, 'migrate'));
  assert.equal(code, 0, stderr);
  return { env, owner: owner.href };
}

const celadon = (env, ...args) => spawn(world.binary, args, { env: { ...process.env, ...world.env, OWNER_DATABASE_URL: world.owner, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });

/** What a program has printed and how it ended; `peak` is the most memory that it had, in kB. */
function ended(child, { into } = {}) {
  const said = { stdout: '', stderr: '', peak: 0 };
  // The most so far: read whenever something passes, so that the last reading is of the end.
  const look = () => {
    try {
      said.peak = Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? said.peak);
    } catch {
      // It has ended.
    }
  };
  if (into) child.stdout.on('data', look).pipe(into, { end: true });
  else child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
  child.stdin.on('drain', look).on('error', () => {});
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...said, code })));
}

/** Exports into a file; answers how the program ended. */
async function exported(file) {
  const child = celadon({}, 'clinic', 'export', 'alpha', '--to', '-');
  child.stdin.end();
  const out = fs.createWriteStream(file);
  const written = new Promise((resolve) => out.once('close', resolve));
  const how = await ended(child, { into: out });
  await written;
  return how;
}

function imported(env, file, { until, args = ['clinic', 'import', '--from', '-'] } = {}) {
  const child = celadon(env, ...args);
  const how = ended(child);
  if (until === 0) child.stdin.end();
  else fs.createReadStream(file, until === undefined ? {} : { end: until - 1 }).pipe(child.stdin);
  return how;
}

const plant = (rows) => world.rows(`insert into ${world.schemas.alpha}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
  select now() - n * interval '1 millisecond', gen_random_uuid(), 'visitor', 'auth.forgot', 'done', array[]::bigint[], array[]::bigint[], '203.0.113.9', repeat('x', 60) from generate_series(1, ${rows}) n`);

describe('A clinic through a pipe', () => {
  let file;
  let few;
  before(async () => {
    world = await World.make({ clinics: ['alpha'], safe: false });
    world.env.DATABASE_URL = world.gateway(new URL(world.owner).port);
    file = path.join(world.folder, 'alpha.tar');
    await plant(FEW);
  });
  after(tidy);

  test('it arrives whole, and its audit with it', async () => {
    const there = await elsewhere('few');
    few = { out: await exported(file) };
    assert.equal(few.out.code, 0, few.out.stderr);
    few.in = await imported(there.env, file);
    assert.equal(few.in.code, 0, few.in.stderr);
    assert.equal(JSON.parse(few.in.stdout).status, 'suspended');
    const verified = await ended(celadon(there.env, 'audit', 'verify', '--all'));
    assert.equal(verified.code, 0, verified.stdout);
    const listed = await ended(spawn('tar', ['tf', file]));
    assert.match(listed.stdout, /^manifest\.json\n[^]*audit\.tsv\n[^]*manifest\.sha256\n$/);
  });

  test('a file that was cut short says so, without a database and with one', async () => {
    const { size } = fs.statSync(file);
    const check = (until) => imported({ OWNER_DATABASE_URL: '', DATABASE_URL: '' }, file, { until, args: ['clinic', 'import', '--from', '-', '--check'] });
    const whole = await check();
    assert.equal(JSON.parse(whole.stdout).subdomain, 'alpha', whole.stderr);
    const there = await elsewhere('cut');
    const schemas = () => world.at(there.owner, () => world.count('select count(*) from pg_namespace'));
    const before = await schemas();
    for (const until of [0, 700, Math.round(size / 2), size - 1]) {
      for (const { code, stderr } of [await check(until), await imported(there.env, file, { until })]) {
        assert.equal(code, 2, `${until}: ${stderr}`);
        assert.match(stderr, /cut short/, String(until));
      }
    }
    assert.equal(await schemas(), before);
  });

  test('whoever reads goes away', async () => {
    const child = celadon({}, 'clinic', 'export', 'alpha', '--to', '-');
    const how = ended(child, { into: fs.createWriteStream('/dev/full').on('error', () => child.stdout.destroy()) });
    const { code, stderr } = await how;
    assert.equal(code, 2);
    assert.match(stderr, /Broken pipe[^]*Delete what was written/);
  });

  test(`${MANY} rows take as little memory as ${FEW}`, { skip: process.platform !== 'linux' && 'only Linux tells the memory of a program' }, async (context) => {
    await plant(MANY);
    const there = await elsewhere('many');
    const began = performance.now();
    const out = await exported(file);
    const between = performance.now();
    assert.equal(out.code, 0, out.stderr);
    const into = await imported(there.env, file);
    assert.equal(into.code, 0, into.stderr);
    const seconds = [(between - began) / 1000, (performance.now() - between) / 1000].map((time) => `${time.toFixed(1)} s`);
    context.diagnostic(`${fs.statSync(file).size} bytes; export ${out.peak} kB (${few.out.peak}), ${seconds[0]}; import ${into.peak} kB (${few.in.peak}), ${seconds[1]}`);
    for (const [what, peak, before] of [['export', out.peak, few.out.peak], ['import', into.peak, few.in.peak]]) {
      assert.ok(peak > 0 && peak < Math.max(before, 24_000) + 12_000, `${what}: ${peak} kB, ${before} with ${FEW} rows`);
    }
    assert.equal(await world.at(there.owner, async () => world.count(`select count(*) from ${(await world.rows('select schema_name from registry.clinic'))[0][0]}.audit where action = 'auth.forgot'`)), FEW + MANY);
  });
});

// Faults of Postgres: crashes, restarts, sessions ended, a table locked, a failover, a slow and a full disk.
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';
import { postgresProgram } from '../../lib/postgres.mjs';
import { sendRequest } from './client.mjs';
import { pause, waitUntil } from './world.mjs';

async function restarted(world, load, { mode, rounds }) {
  await load.during(async () => {
    for (let round = 0; round < rounds; round += 1) {
      await pause(600 + Math.random() * 600);
      const { code, output } = await world.control('-D', world.postgres.data, '-m', mode, '-w', '-t', '60', '-l', world.postgres.log, 'restart');
      if (code !== 0) throw new Failure(`Postgres did not restart: ${output.slice(-400)}`);
    }
    await pause(500);
  });
  return `${rounds} times`;
}

async function sessionsEnded(world, load, { rounds }) {
  let ended = 0;
  await load.during(async () => {
    for (let round = 0; round < rounds; round += 1) {
      await pause(150);
      ended += await world.count("select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'celadon'");
    }
  });
  return `${ended} sessions`;
}

/** One clinic's table is locked: its requests are refused after a while, the other clinic is served on. */
async function tableLocked(world, load) {
  const [alpha, beta] = load.sessions;
  const worst = [];
  await load.during(async () => {
    const lock = world.rows(`begin; lock table ${world.schemas[alpha.clinic]}.patient in access exclusive mode; select pg_sleep(5); rollback;`);
    await pause(300);
    const requests = Array.from({ length: 40 }, () => sendRequest(world, alpha.clinic, 'GET', '/api/patients', { cookie: alpha.cookie }));
    for (let turn = 0; turn < 20; turn += 1) {
      const began = Date.now();
      const answer = await sendRequest(world, beta.clinic, 'GET', '/api/patients?search=none', { cookie: beta.cookie });
      if (answer.status === 200) worst.push(Date.now() - began);
      await pause(100);
    }
    const answers = await Promise.all(requests);
    if (answers.some(({ status }) => ![200, 503].includes(status))) throw new Failure(`the locked clinic's requests were answered ${[...new Set(answers.map(({ status }) => status))]}`);
    await lock;
  }, { writers: 1 });
  if (worst.length === 0) throw new Failure('the other clinic was not served at all');
  return `the other clinic: ${worst.length} of 20 reads served, the slowest in ${Math.max(...worst)} ms`;
}

async function failedOver(world, load) {
  const replica = path.join(path.dirname(world.postgres.data), 'replica');
  const log = path.join(path.dirname(world.postgres.data), 'replica.log');
  const made = await postgresProgram(world.cluster, 'pg_basebackup', ['-D', replica, '-R', '-X', 'stream', '-c', 'fast', '-d', `${world.owner}?application_name=replica`]);
  if (made.code !== 0) return { skipped: `no replica could be made here: ${made.output.slice(0, 200)}` };
  const port = await world.startBeside(replica, log);
  await world.rows("alter system set synchronous_standby_names = '*'");
  await world.rows('select pg_reload_conf()');
  await waitUntil('the replica to be synchronous', 20, async () => (await world.count("select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')")) > 0);
  let seconds;
  await load.during(async () => {
    await pause(2000);
    const began = Date.now();
    await world.control('-D', world.postgres.data, '-m', 'immediate', 'stop');
    const promoted = await world.control('-D', replica, '-w', '-t', '60', 'promote');
    if (promoted.code !== 0) throw new Failure(`the replica was not promoted: ${promoted.output}`);
    world.proxy.target = port;
    world.proxy.drop();
    seconds = (Date.now() - began) / 1000;
    await pause(1500);
  });
  const owner = new URL(world.owner);
  owner.port = String(port);
  world.owner = owner.href;
  world.postgres.data = replica;
  world.logs = [world.postgres.log];
  world.postgres.log = log;
  return `promoted in ${seconds.toFixed(1)} s`;
}

async function diskSlow(world, load) {
  if (!world.shim) return { skipped: 'there is no C compiler for the shim' };
  const once = async () => {
    const began = Date.now();
    await load.write(load.sessions[0], 'patient');
    return Date.now() - began;
  };
  fs.writeFileSync(world.disk, 'L');
  const slow = await load.during(async () => {
    await pause(3000);
    return once();
  });
  fs.writeFileSync(world.disk, '');
  if (slow < 150) throw new Failure(`the disk was not slow: a write took ${slow} ms`);
  return `each sync 150 ms longer; a write took ${slow} ms, then ${await once()} ms`;
}

async function diskFull(world, load) {
  if (!world.shim) return { skipped: 'there is no C compiler for the shim' };
  const complaints = () => (fs.readFileSync(world.postgres.log, 'utf8').match(/No space left on device/g) ?? []).length;
  const before = complaints();
  await load.during(async () => {
    fs.writeFileSync(world.disk, 'F');
    // The tables have free pages left at first.
    await waitUntil('a table to want more space', 25, () => complaints() > before + 3);
    await pause(1500);
    fs.writeFileSync(world.disk, '');
    await pause(500);
  });
  return `Postgres found no space ${complaints() - before} times`;
}

export const faults = [
  ['F3', 'Postgres crashes (immediate restart)', restarted, { mode: 'immediate', rounds: 3, short: 1 }],
  ['F3', 'Postgres restarts (fast)', restarted, { mode: 'fast', rounds: 2, short: 1 }],
  ['F3', 'sessions of the gateway ended', sessionsEnded, { rounds: 20, short: 8 }],
  ['F5', 'a table locked, every connection waits', tableLocked, {}],
  ['F6', 'the disk is slow', diskSlow, {}],
  ['F7', 'the disk is full', diskFull, {}],
  ['F4', 'failover to a synchronous replica', failedOver, {}],
];

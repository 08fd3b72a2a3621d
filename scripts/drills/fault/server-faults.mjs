// Faults of the server itself: killed, stopped, with a wrong clock.
import { spawnSync } from 'node:child_process';
import { Failure } from '../../lib/process.mjs';
import { sendRequest, signIn } from './client.mjs';
import { pause } from './world.mjs';

async function killed(world, load, { rounds }) {
  await load.during(async () => {
    for (let round = 0; round < rounds; round += 1) {
      await pause(400 + Math.random() * 900);
      await world.kill();
      await world.serve();
    }
    await pause(500);
  });
  return `${rounds} times`;
}

async function sigterm(world, load, { rounds }) {
  const codes = [];
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const from = load.history.length;
    // Each request comes on a connection of its own and is sent once: what was accepted is answered.
    await load.during(async () => {
      await pause(1000);
      codes.push(await world.end());
    }, { once: true, agent: false });
    for (const write of load.history.slice(from)) {
      if (write.outcome === 'unknown') {
        write.outcome = 'unanswered';
        unanswered += 1;
      }
    }
    await world.serve();
  }
  if (codes.some((code) => code !== 0)) throw new Failure(`the server left with ${codes.join(', ')}`);
  return `${rounds} times, exit 0; ${unanswered} connections refused`;
}

/** The network to the database drops everything: requests that wait for it must not delay the shutdown. */
async function sigtermWhileDatabaseHangs(world, load) {
  world.proxy.silent = true;
  const requests = load.sessions.flatMap((session) => [
    sendRequest(world, session.clinic, 'GET', '/api/patients', { cookie: session.cookie, agent: false, timeout: 60_000 }),
    load.write(session, 'patient', { patience: 0 }),
  ]);
  await pause(500);
  const began = Date.now();
  const code = await world.end();
  const seconds = (Date.now() - began) / 1000;
  world.proxy.silent = false;
  world.proxy.drop();
  await Promise.all(requests);
  if (code !== 0) throw new Failure(`the server left with ${code} after ${seconds.toFixed(1)} s`);
  await world.serve();
  return `exit 0 after ${seconds.toFixed(1)} s; its grace is 37`;
}

async function clockWrong(world, load) {
  // The library that it preloads is enough: the program itself would be the parent that gets the signals.
  const library = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout?.trim();
  if (!library) return { skipped: 'faketime is not installed (Debian: faketime)' };
  const real = load.sessions.map((session) => session.cookie);
  try {
    for (const offset of ['-30m', '+400d']) {
      await world.end();
      await world.serve({ LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
      for (const session of load.sessions) {
        const old = await sendRequest(world, session.clinic, 'GET', '/api/auth/session', { cookie: session.cookie });
        const expected = offset === '+400d' ? [401] : [200, 401];
        if (!expected.includes(old.status)) throw new Failure(`with the clock at ${offset} an old session is answered ${old.status}`);
      }
      for (const session of load.sessions) session.cookie = await signIn(world, session.clinic);
      await load.during(() => pause(1000));
      load.sessions.forEach((session, index) => (session.cookie = real[index]));
    }
  } finally {
    load.sessions.forEach((session, index) => (session.cookie = real[index]));
    await world.end();
    await world.serve();
  }
  // Rate limits counted with the clock ahead must not refuse anybody now.
  for (const session of load.sessions) await signIn(world, session.clinic);
  return '30 minutes behind, 400 days ahead';
}

export const faults = [
  ['F1', 'kill -9 of the server under load', killed, { rounds: 5, short: 2 }],
  ['F2', 'SIGTERM under load', sigterm, { rounds: 3, short: 1 }],
  ['F2', 'SIGTERM while the database says nothing', sigtermWhileDatabaseHangs, {}],
  ['F8', 'the clock is wrong', clockWrong, {}],
];

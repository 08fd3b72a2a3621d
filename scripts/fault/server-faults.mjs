// What happens to the server itself: killed, told to stop, its clock wrong.
import { spawnSync } from 'node:child_process';
import { Failure } from '../process.mjs';
import { ask, signIn } from './client.mjs';
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

async function toldToStop(world, load, { rounds }) {
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

/** The network to the database swallows everything: what waits for an answer must not hold up the end. */
async function toldToStopInSilence(world, load) {
  world.proxy.silent = true;
  const asked = load.doors.flatMap((door) => [
    ask(world, door.clinic, 'GET', '/api/patients', { cookie: door.cookie, agent: false, timeout: 60_000 }),
    load.write(door, 'patient', { patience: 0 }),
  ]);
  await pause(500);
  const began = Date.now();
  const code = await world.end();
  const seconds = (Date.now() - began) / 1000;
  world.proxy.silent = false;
  world.proxy.drop();
  await Promise.all(asked);
  if (code !== 0) throw new Failure(`the server left with ${code} after ${seconds.toFixed(1)} s`);
  await world.serve();
  return `exit 0 after ${seconds.toFixed(1)} s; its grace is 37`;
}

async function clockWrong(world, load) {
  // The program itself would stand between us and the server's signals; what it preloads is enough.
  const library = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).stdout?.trim();
  if (!library) return { skipped: 'faketime is not installed (Debian: faketime)' };
  const real = load.doors.map((door) => door.cookie);
  try {
    for (const offset of ['-30m', '+400d']) {
      await world.end();
      await world.serve({ LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
      for (const door of load.doors) {
        const old = await ask(world, door.clinic, 'GET', '/api/auth/session', { cookie: door.cookie });
        const expected = offset === '+400d' ? [401] : [200, 401];
        if (!expected.includes(old.status)) throw new Failure(`with the clock at ${offset} an old session is answered ${old.status}`);
      }
      for (const door of load.doors) door.cookie = await signIn(world, door.clinic);
      await load.during(() => pause(1000));
      load.doors.forEach((door, index) => (door.cookie = real[index]));
    }
  } finally {
    load.doors.forEach((door, index) => (door.cookie = real[index]));
    await world.end();
    await world.serve();
  }
  // What was counted in the time to come keeps nobody out now.
  for (const door of load.doors) await signIn(world, door.clinic);
  return '30 minutes behind, 400 days ahead';
}

export const faults = [
  ['F1', 'kill -9 of the server under load', killed, { rounds: 5, short: 2 }],
  ['F2', 'SIGTERM under load', toldToStop, { rounds: 3, short: 1 }],
  ['F2', 'SIGTERM while the database says nothing', toldToStopInSilence, {}],
  ['F8', 'the clock is wrong', clockWrong, {}],
];

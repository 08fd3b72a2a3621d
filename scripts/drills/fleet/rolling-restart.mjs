// A rolling restart under load: two servers, each replaced by a new one as a Deployment does it. Called by scripts/drills/rolling.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Load, enterAll } from '../fault/client.mjs';
import { invariants } from '../fault/invariants.mjs';
import { World, pause, waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, freePort, main, say, start, tail } from '../../lib/process.mjs';
import { startBalancer } from './balancer.mjs';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, planted: { type: 'boolean', default: false } } });
// The manifests sleep 8 s in preStop until every router has the change; here there is one balancer, which has it at once.
const PRE_STOP = 500;

let serverNumber = 0;

/** Starts a server behind the balancer and waits until it is ready. */
async function startServer(world, balancer) {
  const [port, ops] = [await freePort(), await freePort()];
  const log = path.join(world.folder, `server-${(serverNumber += 1)}.log`);
  world.logs = [...(world.logs ?? []), log];
  const child = start(world.binary, ['serve', '--no-jobs'], { log, env: { ...world.env, LISTEN_ADDR: `127.0.0.1:${port}`, OPS_ADDR: `127.0.0.1:${ops}` } });
  const server = Object.assign(balancer.add(port, ops), { child });
  let ended;
  void child.ended.then((code) => (ended = code));
  await waitUntil('a new server to be ready', 30, () => {
    if (ended !== undefined) throw new Failure(`The server ended (${ended}):\n${tail(log)}`);
    return server.isReady;
  });
  return server;
}

/** Replaces a server as a Deployment does: the old one gets no more traffic, then SIGTERM, and finishes its requests. */
async function replace(world, balancer, old) {
  await startServer(world, balancer);
  if (!options.planted) {
    old.isEnding = true;
    await pause(PRE_STOP);
  }
  const from = performance.now();
  process.kill(-old.child.pid, 'SIGTERM');
  const code = await old.child.ended;
  balancer.remove(old);
  return { code, seconds: (performance.now() - from) / 1000 };
}

await main(async () => {
  say('Postgres, two clinics, two servers behind a proxy ...');
  const world = await World.make({ safe: false });
  world.log = path.join(world.folder, 'server-1.log');
  const balancer = await startBalancer(world.port);
  atEnd(() => balancer.close());
  await startServer(world, balancer);
  await startServer(world, balancer);
  const load = new Load(await enterAll(world));
  const ended = [];
  const began = performance.now();
  await load.during(async () => {
    for (let round = 0; round < Number(options.rounds); round += 1) {
      for (const old of balancer.servers.slice()) {
        await pause(700);
        ended.push(await replace(world, balancer, old));
      }
    }
    await pause(700);
  }, { writers: 4, agent: false });
  const seconds = (performance.now() - began) / 1000;
  const requests = Object.values(load.statuses).reduce((sum, count) => sum + count, 0);
  const failed = Object.entries(load.statuses).filter(([status]) => status === '0' || status >= 500).reduce((sum, [, count]) => sum + count, 0);
  load.errors.clear();
  const { violations } = await invariants(world, load);
  const slowest = Math.max(...ended.map((one) => one.seconds));
  const bad = ended.filter(({ code }) => code !== 0);
  say(`${ended.length} servers replaced in ${seconds.toFixed(0)} s: ${requests} requests, ${failed} failed (${JSON.stringify(load.statuses)}); an old server needed ${slowest.toFixed(1)} s at most to end.`);
  violations.forEach((text) => say(`    ${text}`));
  if (bad.length) say(`    servers left with ${bad.map(({ code }) => code).join(', ')}`);
  if (options.planted) {
    say(failed ? 'Found: servers that are stopped while they still get traffic fail requests.' : 'MISSED: nothing failed.');
    return failed && !violations.length ? 0 : 1;
  }
  say(failed || violations.length || bad.length ? 'A rolling restart lost something.' : 'A rolling restart loses nothing.');
  return failed || violations.length || bad.length ? 1 : 0;
});

// Clinics in a real Citus cluster under load, with figures. Called by scripts/drills/citus.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Load, enterAll } from '../fault/client.mjs';
import { invariants } from '../fault/invariants.mjs';
import { CLINICS, World, findBinary, pause } from '../fault/world.mjs';
import { lastStep } from '../fleet/last-step.mjs';
import { Failure, atEnd, freePort, main, run, say } from '../../lib/process.mjs';
import { Cluster, sqlRows, missing } from './citus.mjs';
import { replaceCoordinator, replaceWorker, restoreCluster } from './citus-recovery.mjs';

const { values: options } = parseArgs({ options: { clinics: { type: 'string', default: '100' }, tests: { type: 'boolean', default: false } } });

const seconds = async (work) => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
};

/** The faults' world in a cluster: the registry is on the coordinator, and the clinics are on the workers. */
async function makeWorld(cluster, folder) {
  const world = new World();
  Object.assign(world, { folder, binary: findBinary(), owner: cluster.url, log: path.join(folder, 'server.log'), port: await freePort(), ops: await freePort(), logs: [] });
  world.postgres = { log: path.join(cluster.folder, 'coordinator/log') };
  const web = path.join(folder, 'web');
  fs.mkdirSync(path.join(web, 'assets'), { recursive: true });
  for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(web, page), '<!doctype html><title>Celadon</title>');
  world.env = {
    SECRET_KEY: crypto.randomBytes(32).toString('hex'), BASE_URL: `http://localhost:${world.port}`, LISTEN_ADDR: `127.0.0.1:${world.port}`,
    OPS_ADDR: `127.0.0.1:${world.ops}`, WEB_DIR: web, MAIL_DIR: path.join(folder, 'mail'), RATE_LIMIT_FACTOR: '100000', RUST_LOG: 'info,sqlx=warn',
    DATABASE_URL: world.gateway(new URL(cluster.url).port), OWNER_DATABASE_URL: undefined, DATABASE_SHARDS: '1',
  };
  world.command('migrate');
  for (const clinic of CLINICS) {
    world.command('clinic', 'create', clinic, '--name', `Clinic ${clinic}`, '--owner-email', 'owner@clinic.example', '--owner-password', 'a long enough password', '--time-zone', 'UTC', '--owner-role', 'Medical Director', '--owner-license', 'NY-MD-TEST-1');
  }
  const made = await world.rows('select subdomain, schema_name from registry.clinic');
  world.schemas = Object.fromEntries(made);
  return world;
}

const failed = (load) => Object.entries(load.statuses).filter(([status]) => status === '0' || status >= 500).reduce((sum, [, count]) => sum + count, 0);
const slowest = (load) => Math.max(...load.history.filter(({ tries }) => tries === 1).map(({ began, ended }) => ended - began));

/** Says what a load was, and fails if anything of it is lost. */
async function judge(world, load, what) {
  const { violations, figures } = await invariants(world, load);
  const acknowledged = load.history.filter(({ outcome }) => outcome === 'acknowledged').length;
  say(`${what}: ${acknowledged} writes acknowledged, ${figures.lost} lost, ${failed(load)} requests failed (${JSON.stringify(load.statuses)}), the slowest took ${slowest(load)} ms`);
  const refused = fs.readFileSync(world.log, 'utf8').split('\n').filter((line) => line.includes('"ERROR"') && !/"db.state":"08|busy or out of reach/.test(line));
  if (violations.length) throw new Failure([...violations, ...refused.slice(-5)].join('\n'));
}

/** One clinic goes to the other worker while both are written to. */
async function move(world, cluster) {
  const [moved] = CLINICS;
  for (const mode of ['auto', 'block_writes']) {
    // The move before has left the tables where they were: Citus drops them a while later, and moves nothing back until then.
    const left = () => world.count('select count(*) from pg_dist_cleanup');
    for (await world.rows('call citus_cleanup_orphaned_resources()'); await left(); await world.rows('call citus_cleanup_orphaned_resources()')) await pause(500);
    const load = new Load(await enterAll(world));
    const target = cluster.nodeOf(world.schemas[moved]) === 'worker1' ? 'worker2' : 'worker1';
    let took;
    await load.during(async () => {
      await pause(1_000);
      took = await seconds(() => world.rows(`select citus_schema_move('${world.schemas[moved]}', '127.0.0.1', ${cluster.ports[target]}, '${mode}')`));
      await pause(1_000);
    }, { writers: 3, agent: false });
    if (cluster.nodeOf(world.schemas[moved]) !== target) throw new Failure('the schema is where it was');
    await judge(world, load, `citus_schema_move (${mode}) of a clinic that is written to took ${took.toFixed(1)} s`);
    // With its writes blocked, some that wait too long are answered 503.
    if (mode === 'auto' && failed(load)) throw new Failure('a request failed while a clinic moved');
  }
}

/** A worker is killed and started again while both clinics are written to. */
async function kill(world, cluster) {
  const [moved] = CLINICS;
  const load = new Load(await enterAll(world));
  let down;
  await load.during(async () => {
    await pause(1_000);
    cluster.kill(cluster.nodeOf(world.schemas[moved]));
    await pause(2_000);
    down = await seconds(() => cluster.start());
    await pause(2_000);
  }, { writers: 3, agent: false });
  await judge(world, load, `a worker was killed, and started again in ${down.toFixed(1)} s`);
}

/** Many clinics, and a step in each. Each clinic takes longer to make than the one before: 100 take ten minutes, 270 forty. */
async function migrate(world, cluster) {
  const there = CLINICS.length;
  const wanted = Math.max(Number(options.clinics), there);
  const made = await seconds(() => world.command('provision', '--once', '--spares', String(wanted - there)));
  say(`${wanted - there} clinics were made in ${made.toFixed(0)} s: ${Math.round((made / Math.max(wanted - there, 1)) * 1000)} ms each`);
  const step = lastStep();
  const schemas = (await world.rows('select schema_name from registry.clinic')).map(([schema]) => schema);
  const undone = await seconds(async () => {
    for (const schema of schemas) sqlRows(cluster.url, `begin; set local search_path to ${schema}; ${step.down.map((sql) => `${sql};`).join(' ')} delete from seaql_migrations where version = '${step.name}'; update registry.clinic set schema_version = '${step.before}' where schema_name = '${schema}'; commit;`);
  });
  const took = await seconds(() => world.command('migrate'));
  const behind = await world.count(`select count(*) from registry.clinic where schema_version <> '${step.name}'`);
  if (behind) throw new Failure(`${behind} clinics were left behind`);
  const nothing = await seconds(() => world.command('migrate'));
  say(`${step.name} in ${schemas.length} clinics, 4 at once: ${took.toFixed(1)} s (${Math.round((took / schemas.length) * 1000)} ms a clinic; undone one by one in ${undone.toFixed(0)} s); with nothing to do: ${nothing.toFixed(1)} s`);
}

/** The server's own tests of what keeps clinics apart, with their databases in the cluster. */
async function tests(cluster) {
  const names = ['tenancy::isolation', 'tenancy::matrix', 'tenancy::sweep', 'tenancy::concurrency', 'tenancy::connection_sharing', 'telemetry::canaries'];
  const env = { TEST_DATABASE_URL: cluster.url, TEST_CITUS_WORKERS: `127.0.0.1:${cluster.ports.worker1},127.0.0.1:${cluster.ports.worker2}`, RUST_TEST_THREADS: '3' };
  await run('cargo', ['test', '--quiet', '--package', 'http-tests', '--lib', '--', ...names], { env });
}

await main(async () => {
  const why = missing();
  if (why) {
    say(`SKIPPED: clinics in a Citus cluster: ${why}`);
    return 0;
  }
  const folder = spawnSync('mktemp', ['-d', '--tmpdir', 'celadon-citus-XXXXXX'], { encoding: 'utf8' }).stdout.trim();
  fs.chmodSync(folder, 0o755);
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const cluster = new Cluster(path.join(folder, 'cluster'));
  atEnd(() => cluster.stop());
  const unfit = cluster.start();
  if (unfit) {
    say(`SKIPPED: clinics in a Citus cluster: ${unfit}`);
    return 0;
  }
  if (options.tests) {
    await tests(cluster);
    return 0;
  }
  say(`A cluster of a coordinator and two workers on this machine, two clinics, one on each worker ...`);
  const world = await makeWorld(cluster, folder);
  await world.serve();
  await move(world, cluster);
  await kill(world, cluster);
  for (const [node, replace] of [['a worker', replaceWorker], ['the coordinator', replaceCoordinator]]) {
    const { load, took } = await replace(world, cluster);
    await judge(world, load, `${node} was killed, and its standby took its place in ${took.toFixed(1)} s`);
  }
  await restoreCluster(world, cluster);
  await world.end();
  await migrate(world, cluster);
  say('Nothing was lost.');
  return 0;
});

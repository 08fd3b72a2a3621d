// Thousands of clinics on one machine: making, migrating, serving them. Called by scripts/drills/scale.
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backends, memory } from '../../lib/machine.mjs';
import { sendRequest } from '../fault/client.mjs';
import { PASSWORD, World, waitUntil } from '../fault/world.mjs';
import { startPostgres, stopPostgres } from '../../lib/postgres.mjs';
import { Failure, atEnd, data, end, freePort, main, output, root, say, start } from '../../lib/process.mjs';
import { fill } from './fill.mjs';
import { lastStep } from './last-step.mjs';
import { written } from './scale-page.mjs';

const { values: options } = parseArgs({
  options: {
    clinics: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '30' },
    // Where the clinics are kept, however the run ends: a later one goes on there.
    data: { type: 'string' },
    binary: { type: 'string' },
    // Make them and end.
    fill: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const wanted = Number(options.clinics);
const began = Date.now();
const left = () => Number(options.minutes) * 60_000 - (Date.now() - began);
const WORKERS = [1, 4, 8];
const SAMPLE = 200;
/** How many clinics the product itself makes at each of the two ends. */
const MEASURED = 20;

const seconds = async (work) => {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
};
const percentile = (list, share) => list.toSorted((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * share))];

function findRelease() {
  const target = JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1'])).target_directory;
  const binary = path.resolve(options.binary ?? path.join(target, 'release/celadon'));
  if (!fs.existsSync(binary)) throw new Failure('There is no release build, and a debug build would tell nothing: cargo build --release --locked --bin celadon');
  return binary;
}

/** The faults' World without its clinics, its proxy and full crash safety. */
async function begin() {
  const world = new World();
  world.binary = findRelease();
  world.folder = path.resolve(options.data ?? path.join(data, 'scale'));
  fs.mkdirSync(world.folder, { recursive: true });
  world.cluster = path.join(world.folder, 'cluster');
  if (!options.data) atEnd(() => stopPostgres(world.cluster));
  world.postgres = await startPostgres(world.cluster);
  world.owner = world.postgres.url;
  world.log = path.join(world.folder, 'server.log');
  world.port = await freePort();
  world.ops = await freePort();
  const web = path.join(world.folder, 'web');
  fs.mkdirSync(path.join(web, 'assets'), { recursive: true });
  for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(web, page), '<!doctype html><title>Celadon</title>');
  world.env = {
    SECRET_KEY: crypto.randomBytes(32).toString('hex'), BASE_URL: `http://localhost:${world.port}`, LISTEN_ADDR: `127.0.0.1:${world.port}`,
    OPS_ADDR: `127.0.0.1:${world.ops}`, WEB_DIR: web, MAIL_DIR: path.join(world.folder, 'mail'), RATE_LIMIT_FACTOR: '100000', RUST_LOG: 'warn',
    DATABASE_URL: world.gateway(new URL(world.owner).port), OWNER_DATABASE_URL: undefined,
  };
  world.command('migrate');
  return world;
}

const count = (world) => world.count('select count(*) from registry.clinic');

/** Makes a few as `celadon provision` does, and says what each took. */
async function provision(world, figures) {
  const there = await count(world);
  const took = await seconds(() => world.command('provision', '--once', '--spares', String(MEASURED)));
  figures.provision.push({ there, made: MEASURED, took });
  say(`  beside ${there}: ${Math.round((took / MEASURED) * 1000)} ms for each of ${MEASURED}`);
  await world.rows(`update registry.clinic set status = 'active', name = 'Clinic', subdomain = 'c' || substr(replace(id::text, '-', ''), 1, 16) where status = 'spare'`);
}

/** The first and the last are made by the product and measured; the others are copies of the first. */
async function make(world, figures) {
  let there = await count(world);
  if (there === 0) {
    await provision(world, figures);
    there = await count(world);
  }
  const until = wanted - MEASURED;
  let told = there;
  const progress = (made) => {
    if (there + made < Math.min(told + 250, until)) return;
    told = there + made;
    say(`  ${told} clinics after ${Math.round((Date.now() - began) / 1000)} s`);
  };
  figures.copies = 0;
  figures.copied = await seconds(async () => {
    if (there < until) {
      // It would read the catalog again and again while it grows; what it leaves undone is done below.
      await world.rows('alter system set autovacuum = off; select pg_reload_conf()');
      figures.copies = await fill(world, { from: there, until, left, progress });
    }
    // Also what an interrupted run has left.
    await world.rows('alter system reset autovacuum; select pg_reload_conf()');
  });
  if (options.fill) return there + figures.copies;
  // Not the clinics' own tables: they have a few rows each, and to open two million of them takes longer than all that is measured.
  const catalog = await world.rows("select format('vacuum analyze %s;', c.oid::regclass) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('pg_catalog', 'registry') and c.relkind = 'r'");
  await world.rows(catalog.join('\n'));
  await provision(world, figures);
  return count(world);
}

async function migrate(world, figures) {
  const step = lastStep();
  const clinics = await world.rows('select schema_name from registry.clinic order by id');
  figures.step = step.name;
  figures.nothing = await seconds(() => world.command('migrate'));
  for (const workers of WORKERS) {
    const back = ([schema]) => `begin; set local search_path to ${schema};\n${step.down.map((sql) => `${sql};`).join('\n')}\ndelete from seaql_migrations where version = '${step.name}'; update registry.clinic set schema_version = '${step.before}' where schema_name = '${schema}'; commit;`;
    await world.rows(clinics.map(back).join('\n'));
    const took = await seconds(() => world.command('migrate', '--workers', String(workers)));
    const behind = await world.count(`select count(*) from registry.clinic where schema_version <> '${step.name}'`);
    if (behind) throw new Failure(`${behind} clinics were left behind`);
    figures.migrate.push({ workers, took });
    say(`  ${workers} workers: ${took.toFixed(1)} s`);
  }
}

async function serve(world, figures) {
  figures.start = await seconds(() => world.serve());
  const pid = world.server.pid;
  const postmaster = Number(fs.readFileSync(path.join(world.postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  figures.atStart = memory(pid).now;
  const subdomains = (await world.rows("select subdomain from registry.clinic where subdomain like 'c%' order by md5(subdomain)")).map(([name]) => name);
  const token = 'x'.repeat(43);
  const visit = async (clinic) => {
    const from = performance.now();
    const answer = await sendRequest(world, clinic, 'GET', `/api/portal/consent/${token}`);
    // A link that leads nowhere is looked for in the clinic's own tables: one transaction in the clinic, nobody signed in.
    if (answer.status !== 404) throw new Failure(`a visit was answered ${answer.status} ${answer.text ?? answer.why}`);
    return performance.now() - from;
  };
  const sample = subdomains.slice(0, SAMPLE);
  for (const clinic of sample) figures.cold.push(await visit(clinic));
  for (const clinic of sample) figures.warm.push(await visit(clinic));
  figures.visitAll = await seconds(async () => {
    const queue = subdomains.slice();
    await Promise.all(Array.from({ length: 8 }, async () => {
      for (let clinic = queue.pop(); clinic; clinic = queue.pop()) await visit(clinic);
    }));
  });
  figures.afterAll = memory(pid).now;
  figures.backends = backends(postmaster);
}

/** The gauges of a worker, as Prometheus reads them. */
async function gauges(port) {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text(), () => '');
  return Object.fromEntries([...text.matchAll(/^celadon_worker_(\w+)\{kind="(\w+)"\} ([\d.e+-]+)$/gm)].map(([, name, kind, value]) => [`${kind}.${name}`, Number(value)]));
}

/** Starts so many workers and waits until each has made a round of its share: jobs, and the hourly upkeep. */
async function work(world, count, clinics) {
  const workers = [];
  for (let number = 0; number < count; number += 1) {
    const ops = await freePort();
    workers.push({ ops, ...start(world.binary, ['work'], { log: `${world.log}.${number}`, env: { ...world.env, OPS_ADDR: `127.0.0.1:${ops}` } }) });
  }
  const share = Math.floor(clinics / count / 1.2);
  let read;
  await waitUntil(`a round of ${count} workers`, 1800, async () => {
    read = await Promise.all(workers.map(({ ops }) => gauges(ops)));
    const isShare = (seen) => seen >= share && seen <= (clinics / count) * 1.3 + 5;
    return read.every((one) => isShare(one['jobs.clinics']) && (count > 1 || isShare(one['upkeep.clinics'])));
  });
  const most = (name) => Math.max(...read.map((one) => one[name] ?? 0));
  const figures = { jobs: most('jobs.round_seconds'), upkeep: most('upkeep.round_seconds'), memory: Math.max(...workers.map(({ pid }) => memory(pid).now)) };
  for (const worker of workers) {
    process.kill(-worker.pid, 'SIGTERM');
    await worker.ended;
  }
  return figures;
}

/** The files below a folder, one after the other: they are millions. */
async function files(folder) {
  let count = 0;
  for await (const entry of await fs.promises.opendir(folder)) count += entry.isDirectory() ? await files(path.join(folder, entry.name)) : 1;
  return count;
}

/** What the fleet as a whole costs: a look at every audit, a copy of everything, and the start after a crash. */
async function whole(world, figures) {
  figures.verify = await seconds(() => world.tell('audit', 'verify', '--all'));
  figures.files = await files(world.postgres.data);
  const bytes = { sum: 0 };
  figures.backup = await seconds(async () => {
    const child = spawn('pg_basebackup', ['-d', world.owner, '-D', '-', '-Ft', '-X', 'none', '--checkpoint=fast', '--no-manifest'], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk) => (bytes.sum += chunk.length));
    await new Promise((resolve) => child.once('close', resolve));
  });
  figures.backupBytes = bytes.sum;
  const postmaster = Number(fs.readFileSync(path.join(world.postgres.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  figures.crash = await seconds(async () => {
    await waitUntil('the killed Postgres to be gone', 60, () => !fs.existsSync(`/proc/${postmaster}`));
    world.postgres = await startPostgres(world.cluster);
  });
}

/** One clinic with what a clinic has, exported and put back: its tables are replaced by the export's. */
async function exported(world, figures) {
  world.command('demo');
  const folder = path.join(world.folder, `export-${Date.now()}`);
  const timed = async (...command) => {
    const result = {};
    const took = await seconds(() => Object.assign(result, world.tell('clinic', ...command)));
    return result.status === 0 ? took : `not measured: ${result.stderr.trim().split('\n').at(-1)?.slice(0, 160)}`;
  };
  figures.export = await timed('export', 'demo', '--to', folder);
  world.command('clinic', 'suspend', 'demo');
  figures.restore = await timed('restore', 'demo', '--from', folder);
  world.command('clinic', 'resume', 'demo');
}

/** What has been measured so far, kept beside the clinics: a run that is ended has measured something too. */
const keep = (world, figures) => fs.writeFileSync(path.join(world.folder, 'figures.json'), JSON.stringify(figures));

await main(async () => {
  const figures = { provision: [], migrate: [], cold: [], warm: [], workers: [] };
  say(`Making ${wanted} clinics, for ${options.minutes} minutes at most ...`);
  const world = await begin();
  const before = path.join(world.folder, 'figures.json');
  // The first clinics were made, and measured, by the run that began.
  if (fs.existsSync(before)) figures.provision = JSON.parse(fs.readFileSync(before, 'utf8')).provision;
  figures.clinics = await make(world, figures);
  keep(world, figures);
  if (options.fill) return 0;
  const size = async () => {
    figures.size = await world.count('select pg_database_size(current_database())');
    figures.relations = await world.count('select count(*) from pg_class');
  };
  const served = async () => {
    await serve(world, figures);
    await world.end();
  };
  const worked = async () => {
    for (const count of [1, 2]) figures.workers.push({ count, ...(await work(world, count, figures.clinics)) });
  };
  const parts = { 'the size': size, requests: served, 'workers\' rounds': worked, 'audit, backup and crash': whole, 'export and restore': exported, migrations: migrate };
  for (const [what, measure] of Object.entries(parts)) {
    say(`Measuring ${what} ...`);
    await measure(world, figures);
    keep(world, figures);
  }
  const version = (await world.rows('show server_version'))[0][0];
  const machine = `${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GB, load ${os.loadavg()[1].toFixed(0)} (5 minutes) at the end; Postgres ${version.split(' ')[0]} without fsync`;
  const page = written(figures, { machine, percentile, minutes: (Date.now() - began) / 60_000 });
  say(page);
  if (options.write) {
    const file = path.join(root, 'infra/docs/scale.md');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(<!-- measured -->\n)[^]*?(<!-- end -->)/, `$1${page}\n$2`));
  }
  return end(0);
});

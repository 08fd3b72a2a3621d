// A Citus cluster that has lost machines: a standby takes a worker's or the coordinator's place, and a cluster is restored to a moment.
// Called by citus-long.mjs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Load, enterAll } from '../fault/client.mjs';
import { comparedWith, isConsistent, verifyAudit } from '../fault/restore-faults.mjs';
import { CLINICS, pause, waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, freePort, say } from '../../lib/process.mjs';
import { NODES, sqlRows } from './citus.mjs';

const BIN = '/usr/lib/postgresql/15/bin';

/** A program of Postgres as the user whose files a node's are. */
function must(program, ...args) {
  const { status, stdout, stderr } = spawnSync('runuser', ['-u', 'postgres', '--', path.join(BIN, program), ...args], { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Failure(`${program} ${args.join(' ')}: ${stdout.slice(-300)}${stderr.slice(-300)}`);
  return stdout;
}

const folderOf = (cluster, node) => path.join(cluster.folder, node);
/** Through a file: a server that stays would hold a pipe open. */
const startNode = (data, port) => must('pg_ctl', '--pgdata', data, '--log', path.join(data, 'log'), '--options', `-p ${port}`, '--wait', '--timeout', '120', 'start');
const folderForPostgres = (folder) => {
  fs.mkdirSync(folder, { mode: 0o700 });
  spawnSync('chown', ['postgres:', folder]);
  return folder;
};
const seconds = (began) => (performance.now() - began) / 1000;

/** A standby of the node that has each write before it is acknowledged: its folder and port. */
async function standbyOf(cluster, node) {
  const [data, port] = [folderForPostgres(path.join(cluster.folder, `${node}-standby`)), await freePort()];
  must('pg_basebackup', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', `${cluster.urlOf(node)}?application_name=standby`);
  startNode(data, port);
  atEnd(() => spawnSync('runuser', ['-u', 'postgres', '--', path.join(BIN, 'pg_ctl'), '--pgdata', data, '-m', 'immediate', 'stop'], { cwd: '/' }));
  for (const sql of ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()']) sqlRows(cluster.urlOf(node), sql);
  await waitUntil('the standby to be synchronous', 30, () => sqlRows(cluster.urlOf(node), 'select sync_state from pg_stat_replication')[0]?.[0] === 'sync');
  return { data, port };
}

/** It has copied the setting, and nobody follows it: without this each write would wait for a standby. */
function followNobody(cluster, node, port) {
  const place = new URL(cluster.urlOf(node));
  place.port = String(port);
  for (const sql of ["alter system set synchronous_standby_names = ''", 'select pg_reload_conf()']) sqlRows(place.href, sql);
}

/** From here on the standby's folder is the node's, also for the tool that starts and stops the cluster. */
function takeFolder(cluster, node, data) {
  must('pg_ctl', '--pgdata', data, '--wait', '-m', 'fast', 'stop');
  fs.rmSync(folderOf(cluster, node), { recursive: true, force: true });
  fs.renameSync(data, folderOf(cluster, node));
}

/** Kills the node under load and has it replaced. Answers the load, to be judged, and how long it took until it was. */
async function replaceUnderLoad(world, cluster, node, replace) {
  const load = new Load(await enterAll(world));
  let took;
  await load.during(async () => {
    await pause(1_500);
    const began = performance.now();
    cluster.kill(node);
    await replace();
    took = seconds(began);
    await pause(3_000);
  }, { writers: 3, agent: false });
  return { load, took };
}

/** A worker's synchronous standby is promoted, and the coordinator is told its address. Afterwards the cluster's worker is the promoted one. */
export async function replaceWorker(world, cluster) {
  const node = cluster.nodeOf(world.schemas[CLINICS[0]]);
  const lost = cluster.ports[node];
  const { data, port } = await standbyOf(cluster, node);
  const result = await replaceUnderLoad(world, cluster, node, () => {
    must('pg_ctl', '--pgdata', data, '--wait', 'promote');
    followNobody(cluster, node, port);
    sqlRows(cluster.url, `select citus_update_node(nodeid, '127.0.0.1', ${port}, force => true, lock_cooldown => 1000) from pg_dist_node where nodeport = ${lost}`);
  });
  // Until this nothing can be made or dropped.
  sqlRows(cluster.url, 'select start_metadata_sync_to_all_nodes()');
  takeFolder(cluster, node, data);
  fs.writeFileSync(path.join(cluster.folder, `${node}.port`), `${port}\n`);
  cluster.start();
  return result;
}

/** The synchronous standby of the coordinator, which has the registry as well, is promoted and gets its address, as a service would lead to it. */
export async function replaceCoordinator(world, cluster) {
  const node = 'coordinator';
  const { data } = await standbyOf(cluster, node);
  return replaceUnderLoad(world, cluster, node, () => {
    must('pg_ctl', '--pgdata', data, '--wait', 'promote');
    takeFolder(cluster, node, data);
    startNode(folderOf(cluster, node), cluster.ports[node]);
    followNobody(cluster, node, cluster.ports[node]);
    sqlRows(cluster.url, 'select recover_prepared_transactions()');
  });
}

/** Each node keeps its log in an archive from here on. */
function archive(cluster, home) {
  for (const node of NODES) {
    const folder = folderForPostgres(path.join(home, `${node}-archive`));
    sqlRows(cluster.urlOf(node), "alter system set archive_mode = 'on'");
    sqlRows(cluster.urlOf(node), `alter system set archive_command = 'cp "%p" "${folder}/%f"'`);
    must('pg_ctl', '--pgdata', folderOf(cluster, node), '--log', path.join(folderOf(cluster, node), 'log'), '--options', `-p ${cluster.ports[node]}`, '--wait', '-m', 'fast', 'restart');
  }
}

async function everythingIsArchived(cluster) {
  for (const node of NODES) {
    const [[segment]] = sqlRows(cluster.urlOf(node), 'select pg_walfile_name(pg_switch_wal())');
    await waitUntil(`the log of ${node} to be archived`, 30, () => sqlRows(cluster.urlOf(node), `select last_archived_wal >= '${segment}' from pg_stat_archiver`)[0][0] === 't');
  }
}

/** Puts a node's base backup in its place and lets it read its archive up to the point. */
function restoreNode(cluster, node, home, point) {
  const data = folderOf(cluster, node);
  fs.rmSync(data, { recursive: true, force: true });
  fs.renameSync(path.join(home, node), data);
  fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), [
    "archive_mode = 'off'", `restore_command = 'cp "${home}/${node}-archive/%f" "%p"'`, `recovery_target_name = '${point}'`, "recovery_target_action = 'promote'", '',
  ].join('\n'));
  fs.writeFileSync(path.join(data, 'recovery.signal'), '');
  startNode(data, cluster.ports[node]);
}

/**
 * Backs up every node, names a moment under load, destroys the cluster, and restores each node to that moment at its former address. The
 * server is down meanwhile. Says what came back.
 */
export async function restoreCluster(world, cluster) {
  await world.end();
  const home = path.join(cluster.folder, 'backups');
  fs.mkdirSync(home, { mode: 0o755 });
  archive(cluster, home);
  await world.serve();
  for (const node of NODES) must('pg_basebackup', '-D', folderForPostgres(path.join(home, node)), '-X', 'none', '-c', 'fast', '-d', cluster.urlOf(node));
  const load = new Load(await enterAll(world));
  await load.during(() => pause(1_000), { writers: 3, agent: false });
  await world.seal();
  const moment = {};
  let stalled;
  await load.during(async () => {
    await pause(1_500);
    moment.from = Date.now();
    await world.rows("select citus_create_restore_point('before_the_loss')");
    moment.until = Date.now();
    stalled = moment.until - moment.from;
    await pause(1_500);
  }, { writers: 3, agent: false });
  await everythingIsArchived(cluster);
  await world.end();
  for (const node of NODES) cluster.kill(node);
  const began = performance.now();
  for (const node of NODES) restoreNode(cluster, node, home, 'before_the_loss');
  for (const node of NODES) await waitUntil(`${node} to reach the moment`, 120, () => sqlRows(cluster.urlOf(node), 'select pg_is_in_recovery()')[0][0] === 'f');
  const [[recovered]] = await world.rows('select recover_prepared_transactions()');
  const took = seconds(began);
  const figures = await comparedWith(world, world.owner, load, moment);
  await isConsistent(world, world.owner);
  await verifyAudit(world, world.owner);
  fs.rmSync(home, { recursive: true, force: true });
  say(`a cluster restored to a moment under load in ${took.toFixed(1)} s: ${figures}; audit whole; naming the moment took ${stalled} ms; ${recovered} transactions between nodes were left`);
  await world.serve();
}

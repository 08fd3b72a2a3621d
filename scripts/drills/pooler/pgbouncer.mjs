// Finds a PgBouncer, or unpacks Debian's with its libraries, and starts it with the settings of infra/postgres.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, atEnd, freePort, output, root, start, stop, tail, tools } from '../../lib/process.mjs';

/** The oldest with prepared statements in transaction mode. */
const OLDEST = [1, 21];
const folder = path.join(tools, 'pgbouncer');
const LOADER = 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2';
const LIBRARIES = ['libc6', 'libcares2', 'libevent-2.1-7t64', 'libpam0g', 'libssl3t64', 'libsystemd0', 'libcap2', 'libgcc-s1', 'libaudit1', 'libcap-ng0', 'liblzma5', 'libzstd1', 'zlib1g'];

const versionOf = (program) => {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(output(program[0], [...program.slice(1), '--version']) ?? '') ?? [];
  return major && [Number(major), Number(minor)];
};
const isRecent = (program) => {
  const [major, minor] = versionOf(program) ?? [0, 0];
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
};

/** Debian's stable may be newer than this machine's: its packages are unpacked with a libc of their own. */
function unpack() {
  const repository = output('apt-get', ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(LABEL)', 'Created-By: Packages'])
    ?.split('\n').find((line) => line.endsWith(' Debian Debian'))?.split(' ')[0];
  if (!repository || process.arch !== 'x64') return false;
  process.stderr.write('Fetching PgBouncer (Debian) ...\n');
  fs.rmSync(folder, { recursive: true, force: true });
  const [lists, cache, debs] = ['lists/partial', 'cache/archives/partial', 'debs'].map((name) => path.join(folder, name));
  for (const one of [lists, cache, debs]) fs.mkdirSync(one, { recursive: true });
  const sources = path.join(folder, 'sources.list');
  fs.writeFileSync(sources, `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${repository} stable main\n`);
  const options = ['Dir::Etc::sourceparts=-', `Dir::Etc::sourcelist=${sources}`, `Dir::State::lists=${path.dirname(lists)}`, `Dir::Cache=${path.dirname(path.dirname(cache))}`, 'APT::Sandbox::User=root', 'Debug::NoLocking=1', 'Acquire::Languages=none']
    .flatMap((option) => ['-o', option]);
  const quiet = (command, args) => spawnSync(command, args, { cwd: debs, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (!quiet('apt-get', ['-qq', ...options, 'update']) || !quiet('apt-get', ['-qq', ...options, 'download', 'pgbouncer', ...LIBRARIES])) return false;
  const unpacked = fs.readdirSync(debs).every((deb) => quiet('dpkg', ['-x', deb, path.join(folder, 'root')]));
  for (const name of ['lists', 'cache', 'debs']) fs.rmSync(path.join(folder, name), { recursive: true });
  return unpacked;
}

/** The command that runs it, or undefined where there is none and none can be had. */
export function findPgbouncer() {
  const ours = [path.join(folder, 'root', LOADER), '--library-path', path.join(folder, 'root/usr/lib/x86_64-linux-gnu'), path.join(folder, 'root/usr/sbin/pgbouncer')];
  const found = [['pgbouncer'], ['/usr/sbin/pgbouncer'], ours].find(isRecent);
  return found ?? (unpack() && isRecent(ours) ? ours : undefined);
}

/**
 * Starts it before the world's Postgres with infra/postgres/pgbouncer.ini itself. Only the address of Postgres and the number of
 * connections are changed, so that clients must share them.
 */
export async function startPgbouncer(world, program, { poolSize }) {
  const directory = path.join(world.folder, 'pgbouncer');
  fs.mkdirSync(directory);
  const password = 'pgbouncers-own';
  const sql = fs.readFileSync(path.join(root, 'infra/postgres/pgbouncer.sql'), 'utf8');
  await world.rows(`${sql}; alter role pgbouncer password '${password}'`);
  fs.writeFileSync(path.join(directory, 'userlist.txt'), `"pgbouncer" "${password}"\n`);
  const port = await freePort();
  const shipped = fs.readFileSync(path.join(root, 'infra/postgres/pgbouncer.ini'), 'utf8');
  const placed = shipped.replace(/^celadon = .*$/m, `celadon = host=127.0.0.1 port=${new URL(world.owner).port} dbname=celadon`);
  if (placed === shipped) throw new Failure('infra/postgres/pgbouncer.ini names no database celadon');
  const settings = path.join(directory, 'pgbouncer.ini');
  // Its last section is [pgbouncer], where the later of two lines counts.
  fs.writeFileSync(settings, `${placed}
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${directory}/userlist.txt
default_pool_size = ${poolSize}
`);
  const log = path.join(world.folder, 'pgbouncer.log');
  // PgBouncer refuses to run as root.
  const child = start(program[0], [...program.slice(1), ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings], { log });
  atEnd(() => stop(child));
  let ended;
  void child.ended.then((code) => (ended = code));
  const own = new URL(world.gateway(port));
  own.username = 'pgbouncer';
  own.password = password;
  own.pathname = '/pgbouncer';
  // Its console: `show pools` as rows of name and number.
  const pools = () => output('psql', [own.href, '-XAt', '-F', '\t', '-c', 'show pools'])?.trim().split('\n').map((line) => line.split('\t'));
  for (const until = Date.now() + 20_000; !pools(); await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (ended !== undefined || Date.now() > until) throw new Failure(`PgBouncer did not start:\n${tail(log)}`);
  }
  return { port, log, pools, version: versionOf(program).join('.') };
}

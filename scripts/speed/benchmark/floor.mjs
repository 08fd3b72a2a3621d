// What Postgres does by itself, by pgbench: the bare query, and the same work as the request.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data } from '../../lib/process.mjs';
import { unsign } from './data.mjs';
import { SEARCH } from './workloads.mjs';

/** A colon in a text is a variable's beginning to pgbench. */
const quoted = (value) => (/[:\\]/.test(value) ? `E${value.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a')}` : value);

/** The SHA-256 of the token behind the chosen consent's link. */
const HASH = "sha256(rtrim(translate(encode(sha256(('bench' || :chosen::bigint)::bytea), 'base64'), '+/', '-_'), '=')::bytea)";

function literal(value, is) {
  // A parameter where the request has one: Postgres plans a pattern differently when it is a constant.
  if (value === `'%${SEARCH}%'`) return ':pattern';
  if (value === `'${is.value}'`) return ':chosen';
  if (value === `'{${is.value}}'`) return 'array[:chosen::bigint]';
  if (is.hash && value === `'\\x${is.hash}'`) return HASH;
  if (is.hash && value === `'${is.hash}'`) return `encode(${HASH}, 'hex')`;
  return quoted(value);
}

const isAudit = (text) => /^insert into "?audit"?[ (]/i.test(text);
const isSessionCheck = (text) => /^select s\.created_at/.test(text);
const isFrame = (text) => /^(BEGIN|SET LOCAL|COMMIT|ROLLBACK)/.test(text);

/** The commands of a message, their values filled in: several came in a simple query. */
function commands({ simple, text, values }, is) {
  const filled = simple ? text.replaceAll(/'(?:[^']|'')*'/g, (value) => literal(value, is)) : text.replaceAll(/\$(\d+)\b/g, (_, n) => literal(values[n - 1], is));
  return (simple ? filled.split(';') : [filled]).map((command) => command.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

/** A pgbench script of a request's statements. Statements of one message stay in one message, except with `singly`. */
function sameWork(statements, is, { without = () => false, singly } = {}) {
  return statements.flatMap((statement) => {
    const wanted = commands(statement, is).filter((command) => !without(command)).map((command) => `${command};`);
    return singly || wanted.length < 2 ? wanted : ['\\startpipeline', ...wanted, '\\endpipeline'];
  }).join('\n');
}

/** The request's own statements: no session, no audit, no transaction. */
const bare = (statements, is) => statements.flatMap((statement) => commands(statement, is)).filter((command) => !isFrame(command) && !isSessionCheck(command) && !isAudit(command)).map((command) => `${command};`).join('\n');

const LAYERS = {
  'without the audit row': isAudit,
  'without the session check': isSessionCheck,
  'without the role': (text) => text.startsWith('SET LOCAL ROLE'),
};

function percentiles(folder) {
  const times = fs.readdirSync(folder).flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').map((line) => Number(line.split(' ')[2])));
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length / 2)] / 1000, p99: times[Math.floor(times.length * 0.99)] / 1000 };
}

/** A picture among the values, as `quoted` leaves it. */
const PICTURE = /E'\\\\(x[0-9a-f]{1000,})'/g;

/** A picture goes to Postgres with every transaction, as with every request: in a text that is prepared it would be sent once. */
function apart(scripts) {
  const pictures = new Set(scripts.flatMap((script) => [...(script ?? '').matchAll(PICTURE)].map(([, digits]) => digits)));
  if (pictures.size > 1) throw new Failure('A workload with two pictures: the floor supports one.');
  const [picture] = pictures;
  return { texts: scripts.map((script) => script?.replaceAll(PICTURE, ':picture')), given: picture ? ['-D', `picture=\\${picture}`] : [] };
}

/** Runs pgbench, and again for longer where the machine was too busy to finish a transaction. */
function rated(postgres, files, { url, schema, role, connections, seconds, each, folder, given }) {
  const amount = each ? ['-t', String(Math.min(500, Math.floor(10_000 / connections))), '-D', 'n=0'] : ['-T', String(seconds)];
  const args = ['-n', '-M', 'prepared', '-D', `pattern=%${SEARCH}%`, ...given, '-c', String(connections), '-j', '1', ...amount, '-l', `--log-prefix=${folder}/log`, ...files, url];
  const env = { ...process.env, PGOPTIONS: `-c search_path=${schema}${role ? ` -c role=${schema}` : ''}` };
  const result = spawnSync(postgres.pgbench, args, { encoding: 'utf8', env, maxBuffer: 64 << 20 });
  const rate = Number(/tps = ([\d.]+)/.exec(result.stdout ?? '')?.[1]);
  if (result.status === 0 && rate) return rate;
  if (result.status === 0 && seconds < 30) return rated(postgres, files, { url, schema, role, connections, seconds: seconds * 4, each, folder, given });
  throw new Failure(`pgbench did not end well: ${result.stdout}${result.stderr}`.slice(0, 2_000));
}

/**
 * Runs the scripts, each as often as the others. With `role` as the clinic's own role, because pgbench prepares
 * what is in a pipeline before it sends any of it.
 */
function pgbench(postgres, scripts, { url, schema, role, connections, seconds, each }) {
  const folder = path.join(data, 'pgbench');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  const { texts, given } = apart(scripts);
  const files = texts.filter(Boolean).map((script, n) => {
    const choose = each ? `\\set n :n + 1\n\\set chosen :client_id * ${Math.floor(10_000 / connections)} + :n` : '\\set chosen random(1, 10000)';
    const file = path.join(data, `floor-${n}.sql`);
    fs.writeFileSync(file, `${choose}\n${script}\n`);
    return ['-f', file];
  });
  if (!files.length) return undefined;
  const rate = rated(postgres, files.flat(), { url, schema, role, connections, seconds, each, folder, given });
  return { rate, ...percentiles(folder) };
}

/** The floors of a workload; `calls` holds the captured statements of each call. At 16 connections, which the target is about, also singly. */
export function floors(postgres, gateway, clinic, workload, calls, options) {
  const each = workload.once;
  const run = (script, more) => pgbench(postgres, calls.map(({ statements, is }) => script(statements, is)), { ...options, ...more, url: gateway, schema: clinic.schema, role: true });
  const found = { bare: each ? undefined : run(bare), same: run(sameWork, { each }) };
  if (options.connections !== 16) return found;
  if (each) unsign(postgres, clinic);
  return { ...found, singly: run((statements, is) => sameWork(statements, is, { singly: true }), { each }) };
}

/** What each layer costs Postgres: the same work without it. */
export function layers(postgres, gateway, clinic, calls, options) {
  const run = (without) => pgbench(postgres, calls.map(({ statements, is }) => sameWork(statements, is, { without })), { ...options, url: gateway, schema: clinic.schema, role: true }).rate;
  const all = run();
  return Object.fromEntries([['everything', all], ...Object.entries(LAYERS).map(([name, without]) => [name, run(without)])]);
}

// What Postgres does by itself, by pgbench: the bare query, and the same work as the request.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data } from '../process.mjs';
import { unsign } from './data.mjs';
import { SEARCH } from './workloads.mjs';

/** A colon in a text is a variable's beginning to pgbench. */
const quoted = (value) => (/[:\\]/.test(value) ? `E${value.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a')}` : value);

function literal(value, is) {
  // A parameter as it is one in the request: how Postgres looks for a pattern depends on whether it can see it.
  if (value === `'%${SEARCH}%'`) return ':pattern';
  if (value === `'${is.value}'`) return ':chosen';
  if (value === `'{${is.value}}'`) return 'array[:chosen::bigint]';
  if (is.hash && value === `'\\x${is.hash}'`) return "sha256(rtrim(translate(encode(sha256(('bench' || :chosen::bigint)::bytea), 'base64'), '+/', '-_'), '=')::bytea)";
  return quoted(value);
}

const filled = ({ text, values }, is) => text.replaceAll(/\$(\d+)\b/g, (_, n) => literal(values[n - 1], is)).replaceAll(/\s+/g, ' ');

const isAudit = ({ text }) => /insert into "?audit"?/i.test(text);
const isBeginning = ({ text }) => text.startsWith('BEGIN');

/** The parts of the simple query that begins a request's transaction. */
const parts = ({ text }) => text.split(';').map((part) => part.trim()).filter(Boolean);

/** A pgbench script of a request's statements. What came in one message stays in one, unless they are wanted singly. */
function sameWork(statements, is, { without = () => false, singly } = {}) {
  return statements.flatMap((statement) => {
    if (without(statement.text)) return [];
    if (!isBeginning(statement)) return [`${filled(statement, is)};`];
    const begin = parts(statement).filter((part) => !without(part)).map((part) => `${quoted(part).replace(/^E/, '')};`);
    return singly ? begin : ['\\startpipeline', ...begin, '\\endpipeline'];
  }).join('\n');
}

/** The request's own statements: no session, no audit, no transaction. */
const bare = (statements, is) => statements.filter((one) => !isBeginning(one) && !isAudit(one) && !/^(COMMIT|ROLLBACK)/.test(one.text)).map((one) => `${filled(one, is)};`).join('\n');

const LAYERS = {
  'without the audit row': (text) => /insert into "?audit"?/i.test(text),
  'without the session check': (text) => /^select s\.created_at/.test(text),
  'without the role wall': (text) => text.startsWith('SET LOCAL ROLE'),
};

function percentiles(folder) {
  const times = fs.readdirSync(folder).flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').map((line) => Number(line.split(' ')[2])));
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length / 2)] / 1000, p99: times[Math.floor(times.length * 0.99)] / 1000 };
}

/** Runs pgbench; on a machine so busy that nothing came to its end, once more for longer. */
function rated(postgres, files, { url, schema, wall, connections, seconds, each, folder }) {
  const amount = each ? ['-t', String(Math.min(500, Math.floor(10_000 / connections))), '-D', 'n=0'] : ['-T', String(seconds)];
  const args = ['-n', '-M', 'prepared', '-D', `pattern=%${SEARCH}%`, '-c', String(connections), '-j', '1', ...amount, '-l', `--log-prefix=${folder}/log`, ...files, url];
  const env = { ...process.env, PGOPTIONS: `-c search_path=${schema}${wall ? ` -c role=${schema}` : ''}` };
  const result = spawnSync(postgres.pgbench, args, { encoding: 'utf8', env, maxBuffer: 64 << 20 });
  const rate = Number(/tps = ([\d.]+)/.exec(result.stdout ?? '')?.[1]);
  if (result.status === 0 && rate) return rate;
  if (result.status === 0 && seconds < 30) return rated(postgres, files, { url, schema, wall, connections, seconds: seconds * 4, each, folder });
  throw new Failure(`pgbench did not end well: ${result.stdout}${result.stderr}`.slice(0, 2_000));
}

/**
 * Runs the scripts, each as often as the others. With `wall` as the clinic's own role, because pgbench prepares
 * what is in a pipeline before it sends any of it.
 */
function pgbench(postgres, scripts, { url, schema, wall, connections, seconds, each }) {
  const folder = path.join(data, 'pgbench');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  const files = scripts.filter(Boolean).map((script, n) => {
    const choose = each ? `\\set n :n + 1\n\\set chosen :client_id * ${Math.floor(10_000 / connections)} + :n` : '\\set chosen random(1, 10000)';
    const file = path.join(data, `floor-${n}.sql`);
    fs.writeFileSync(file, `${choose}\n${script}\n`);
    return ['-f', file];
  });
  if (!files.length) return undefined;
  const rate = rated(postgres, files.flat(), { url, schema, wall, connections, seconds, each, folder });
  return { rate, ...percentiles(folder) };
}

/** The floors of a workload; `calls` holds the captured statements of each call. Singly where the target binds. */
export function floors(postgres, gateway, clinic, workload, calls, options) {
  const each = workload.once;
  const run = (script, more) => pgbench(postgres, calls.map(({ statements, is }) => script(statements, is)), { ...options, ...more, url: gateway, schema: clinic.schema, wall: true });
  const found = { bare: each ? undefined : run(bare), same: run(sameWork, { each }) };
  if (options.connections !== 16) return found;
  if (each) unsign(postgres, clinic);
  return { ...found, singly: run((statements, is) => sameWork(statements, is, { singly: true }), { each }) };
}

/** What each layer costs Postgres: the same work without it. */
export function layers(postgres, gateway, clinic, calls, options) {
  const run = (without) => pgbench(postgres, calls.map(({ statements, is }) => sameWork(statements, is, { without })), { ...options, url: gateway, schema: clinic.schema, wall: true }).rate;
  const all = run();
  return Object.fromEntries([['everything', all], ...Object.entries(LAYERS).map(([name, without]) => [name, run(without)])]);
}

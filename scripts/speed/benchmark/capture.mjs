// The statements of a request as Postgres itself logs them, so that the floors cannot drift from
// what the server does.
import fs from 'node:fs';
import { Failure } from '../../lib/process.mjs';

const ROLES = Array.from({ length: 4 }, (_, shard) => `celadon_gateway_s0${shard}`);

/** Has the gateway's sessions log each statement with its values. For connections opened later. */
export function logStatements(postgres, on) {
  const settings = { log_statement: 'all', log_error_verbosity: 'default', log_duration: 'off' };
  postgres.sql(ROLES.flatMap((role) => Object.entries(settings).map(([name, value]) => `alter role ${role} ${on ? `set ${name} to '${value}'` : `reset ${name}`};`)).join('\n'));
}

function entries(text) {
  return text.split(/^(?=\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] )/m).map((entry) => /^\S+ \S+ \S+ \[\d+\] (\w+): {2}([^]*)$/.exec(entry)).filter(Boolean);
}

/** The statements that a connection has prepared, by their name. */
const known = new Map();

/** The statement itself instead of its name, which exists on its own connection only. */
function spelled(text) {
  for (const [, name, query] of text.matchAll(/PREPARE (\w+) \([^)]*\) AS ([^;]*);/g)) known.set(name, query);
  return text.replaceAll(/EXECUTE (\w+)\(([^)]*)\)/g, (_, name, values) => known.get(name)?.replaceAll(/\$(\d+)/g, (__, n) => values.split(', ')[n - 1]) ?? _);
}

/** What was logged: `{ text, values }` for each message that was answered. */
function statements(text) {
  const found = [];
  for (const [, kind, rest] of entries(text)) {
    const [, named, words] = /^(statement|execute [^:]+): ([^]*)$/.exec(rest) ?? [];
    if (kind === 'LOG' && named) found.push({ simple: named === 'statement', text: spelled(words.trim().replaceAll('\n\t', '\n')), values: [] });
    if (kind === 'DETAIL' && found.length) {
      const values = [...rest.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g)].map(([, value]) => value);
      if (values.length) found.at(-1).values = values;
    }
  }
  return found;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

/** The statements of the last of four requests: the first ones prepare theirs. */
export async function capture(postgres, request) {
  let found = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await settled();
    const began = fs.statSync(postgres.log).size;
    await request(turn);
    await settled();
    found = statements(fs.readFileSync(postgres.log).subarray(began).toString());
  }
  if (found.length < 2) throw new Failure('Postgres logged no statements of the request.');
  return found;
}

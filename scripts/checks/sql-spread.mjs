// Finds in the server's SQL what a Citus cluster refuses in a statement that changes a clinic's rows, or does otherwise than Postgres.
import { read } from './sql.mjs';

/** What it is, and how it is written instead. */
const RULES = [
  ["a case that names its value first: write `case when x = ...`", /\bcase\s+(?!when\b)[\w$.(]/i, (text) => /\b(update|returning)\b|\bheld\b/i.test(text)],
  ["a moment and an interval, summed in the session's zone: write `(x at time zone 'UTC' + ...) at time zone 'UTC'`", /(?<!at time zone 'UTC')\s[+-]\s*(?:\$\d+\s*\*\s*)?(?:interval\b|make_interval)/i, (text) => /\bupdate\b[^;]*\bset\b/i.test(text)],
  ["a sum with a moment in an upsert: write `(x at time zone 'UTC' + ...) at time zone 'UTC'`", /do update\s+set[^;]*?(?:\b\w+_(?:at|until)\s*\+|\)\s*\+\s*case\b|\+\s*(?:\w+\.)?\w+_(?:at|until)\b)/i, () => true],
  ['a function of time selected by an insert: pass the time', /insert\s+into\s+(?!registry\.)[^;]*\bselect\b[^;]*\b(?:(?:now|\w+_timestamp)\(\)|current_(?:date|timestamp)\b)[^;]*\bfrom\s+[a-z]/i, (text) => !/into\s+\{?registry/i.test(text)],
  ['another table read by an upsert: read it before', /insert\s+into\s+(?!registry\.)[^;]*do update\s+set[^;]*\bfrom\s+[a-z]/i, (text) => !/into\s+\{?registry/i.test(text)],
];

/** The line of each, and what it is. */
export const refusedIn = (source) =>
  read(source).literals.flatMap(({ line, text }) => RULES.filter(([, pattern, concerns]) => concerns(text) && pattern.test(text)).map(([what]) => ({ line, what })));

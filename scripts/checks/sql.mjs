// Finds SQL as text in the server's sources. It stands only in files called `sql.rs`, where SeaORM cannot say it.
import fs from 'node:fs';
import path from 'node:path';
import { output } from '../lib/process.mjs';

/** The folders of the server's crates, but for the tests over HTTP. */
export const crates = output('git', ['ls-files', 'server/**Cargo.toml']).split('\n').filter(Boolean).map(path.dirname).filter((crate) => crate !== 'server/http-tests');

/** A literal that begins so is a statement; or it is one that is prepared by name: ` (types) AS select`. */
const WORDS =
  'select|insert|update|delete|with|begin|commit|rollback|set|create|alter|drop|grant|revoke|reset|copy|lock|prepare|execute|deallocate|listen|notify';
const STATEMENT = new RegExp(String.raw`^\s*((\([\w\s,[\]]*\))?\s*as\s+(select|insert|update|delete)\b|(${WORDS})(?=[\s;])|(begin|commit|rollback)$)`, 'i');

/** Calls that take SQL as text. */
const CALLS = /\b(Statement::from_(?:sql_and_values|string)|Expr::cust(?:_with_\w+)?|sqlx::query\w*)\s*\(/g;

/** The sources of a folder that are neither tests nor called `sql.rs`, and those that are, by their path. */
export function sources(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.rs'));
  const read = (file) => fs.readFileSync(path.join(folder, file), 'utf8');
  // A file of tests may have any name: its parent says that it is one.
  const tests = files.flatMap((file) => {
    const beside = /(^|\/)(mod|lib|main)\.rs$/.test(file) ? path.dirname(file) : file.replace(/\.rs$/, '');
    return [...read(file).matchAll(/#\[cfg\(test\)\]\s*(?:pub(?:\(\w+\))? )?mod (\w+);/g)].map(([, name]) => path.join(beside, name));
  });
  const isTest = (file) => tests.some((test) => file === `${test}.rs` || file.startsWith(`${test}/`));
  const all = files.filter((file) => !isTest(file)).sort().map((file) => [file, read(file)]);
  const isSql = ([file]) => path.basename(file) === 'sql.rs';
  return { sql: Object.fromEntries(all.filter(isSql)), others: Object.fromEntries(all.filter((one) => !isSql(one))) };
}

const lineAt = (text, at) => text.slice(0, at).split('\n').length;
const linesOf = (part) => part.replaceAll(/[^\n]/g, '');

/** A source's string literals, each with its line, and the code without literals, comments and unit tests: line by line. */
export function read(source) {
  const text = source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0];
  const literals = [];
  // Where two kinds match at one place, the first counts: a comment, a literal, a character, a word or a sign.
  const parts = /\/\/.*|\/\*[\s\S]*?\*\/|\bb?r(#*)"([\s\S]*?)"\1|b?"((?:\\[\s\S]|[^"\\])*)"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^\\'])'|\w+|\s+|[\s\S]/gu;
  const code = text.replaceAll(parts, (part, _, raw, plain, at) => {
    const literal = raw ?? plain;
    if (literal === undefined) return /^\/[/*]|^'.+'$/s.test(part) ? ` ${linesOf(part)}` : part;
    literals.push({ line: lineAt(text, at), text: literal });
    return `"${linesOf(part)}"`;
  });
  return { literals, code };
}

/** The SQL of a source: the line of each and what stands there, a text or a call that takes one. */
export function sqlIn(source) {
  const { literals, code } = read(source);
  const texts = literals.filter(({ text }) => STATEMENT.test(text));
  return [
    ...texts.map(({ line, text }) => ({ line, what: `"${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"` })),
    ...[...code.matchAll(CALLS)].map((call) => ({ line: lineAt(code, call.index), what: call[1] })),
  ].sort((one, other) => one.line - other.line);
}

/** What of a `sql.rs` others use, or holds a text, without a line that says why: the line of each and its name. */
export function withoutReason(source) {
  const text = source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0];
  const items = /^(?<reason> *\/\/\/.*\n)?(?: *#\[.*\]\n)*(?<item>(?<pub> *pub(?:\(.*?\))? )?(?:const|static|fn) (?<name>\w+))/gm;
  const holdsText = (at) => read(/^fn [\s\S]*?^\}|^[\s\S]*?;$/m.exec(text.slice(at))?.[0] ?? '').literals.length > 0;
  const at = (found) => found.index + found[0].indexOf(found.groups.item);
  return [...text.matchAll(items)]
    .filter((found) => !found.groups.reason && (found.groups.pub || holdsText(at(found))))
    .map((found) => ({ line: lineAt(text, at(found)), what: found.groups.name }));
}

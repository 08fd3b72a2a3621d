// Inside one crate no two files need each other, directly or around others. Between crates the compiler sees to that.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';
import { circles as around } from './graph.mjs';
import { crates, read, sources } from './sql.mjs';

/** `a::{b, c::{d as e, *}}` is ['a::b', 'a::c::d as e', 'a::c::*']. */
function leaves(tree) {
  const parts = (text) => text.split(',').map((part) => part.trim()).filter(Boolean);
  const [group, before, inside] = /([^{},]*)\{([^{}]*)\}/.exec(tree) ?? [];
  return group === undefined ? parts(tree) : leaves(tree.replace(group, () => parts(inside).map((part) => before.trim() + part).join()));
}

/** Code in which a module that is written in it says `self` and `super` as the file around it does. */
const unnested = (code) =>
  code.replaceAll(/^( *)(?:pub\S* )?mod \w+ \{\n([^]*?)^\1\}/gm, (_, __, body) => unnested(body).replaceAll(/\bsuper((?:::super)*)::/g, (___, more) => `${more.slice(2) || 'self'}::`));
const USE = /(\bpub(?:\(\w+\))?\s+)?\buse\s+([^;]+);/g;

/** The `use` lines of a file, each with the names to it from the crate and the one it gives; the code without them; and the paths in that. */
function paths(source, own, children) {
  const code = unnested(read(source).code.replaceAll(/\bpub\(in [\w:]+\)/g, 'pub'));
  const known = new Map([['crate', []], ['server', []], ['self', own], ['super', own.slice(0, -1)], ...children.map((child) => [child, [...own, child]])]);
  const step = (names, name) => ({ super: names.slice(0, -1), self: names })[name] ?? [...names, name];
  const full = ([first, ...rest]) => known.has(first) && rest.reduce(step, known.get(first));
  const found = [...code.matchAll(USE)].flatMap(([, isShown, tree]) => leaves(tree).map((leaf) => ({ isShown, leaf: leaf.split(/\s*::\s*|\s+as\s+/), isRenamed: / as /.test(leaf) })));
  const uses = () => found.map(({ isShown, leaf, isRenamed }) => ({ isShown, names: full(isRenamed ? leaf.slice(0, -1) : leaf), name: leaf.at(-1) === 'self' ? leaf.at(-2) : leaf.at(-1) })).filter(({ names }) => names);
  // What one line names, another may begin with, as may the code.
  for (const { names, name } of uses()) if (!known.has(name)) known.set(name, names);
  const below = code.replaceAll(USE, ' ');
  return { uses: uses(), below, inCode: [...below.matchAll(/(?<![\w:])\w+(?:::\w+)+/g)].map(([text]) => full(text.split('::'))).filter(Boolean) };
}

const isWithin = (name, module) => module === '' || `${name}::`.startsWith(`${module}::`);

// What a `mod.rs` only re-exports belongs to the file that has it, and what it has itself is shared with the files below it: neither makes a circle.
/** Which file of a crate needs which. */
function needs(files) {
  const names = Object.keys(files).map((file) => file.replace(/(^|\/)(mod|lib)\.rs$|\.rs$/, '').split('/').filter(Boolean));
  const childrenOf = (own) => names.filter((other) => other.length === own.length + 1 && isWithin(other.join('::'), own.join('::'))).map((other) => other.at(-1));
  const all = new Map(Object.values(files).map((source, index) => [names[index].join('::'), paths(source, names[index], childrenOf(names[index]))]));
  /** The file that has what a path names. */
  const owner = (to, seen = []) => {
    const [module, length] = to.map((_, index) => [to.slice(0, to.length - index).join('::'), to.length - index]).find(([name]) => all.has(name)) ?? ['', 0];
    const item = to[length];
    const { uses = [] } = (item && !seen.includes(`${module}::${item}`) && all.get(module)) || {};
    const has = new RegExp(String.raw`\b(?:struct|enum|trait|type|fn|const|static) ${item}\b`);
    const found = uses.find(({ name }) => name === item)?.names ?? uses.filter(({ name }) => name === '*').map((use) => [...use.names.slice(0, -1), item]).find((one) => has.test(all.get(one.slice(0, -1).join('::'))?.below));
    return found && item !== '*' ? owner([...found, ...to.slice(length + 1)], [...seen, `${module}::${item}`]) : module;
  };
  return new Map([...all].filter(([name]) => name).map(([name, { uses, below, inCode }]) => {
    const used = uses.filter((use) => !use.isShown || (use.name !== '*' && new RegExp(String.raw`\b${use.name}\b`).test(below)));
    return [name, new Set([...used.map((use) => use.names), ...inCode].map((to) => owner(to)).filter((other) => !isWithin(other, name) && !isWithin(name, other)))];
  }));
}

/** Circles of a crate's files, and of the modules in its root, through whichever files. */
function circles(files) {
  const edges = needs(files);
  const tops = new Map([...edges.keys()].map((name) => [name.split('::')[0], new Set()]));
  edges.forEach((others, name) => others.forEach((other) => tops.get(name.split('::')[0]).add(other.split('::')[0])));
  tops.forEach((others, name) => others.delete(name));
  return [...new Set([...around(edges), ...around(tops)])];
}

/** Circles that stay: a text is read and written by methods of the type that reading makes. */
const STAYS = /^server\/formatted-text: .*\btree\b/;

test('no files and no modules of a crate import each other in a circle', () => {
  const filesOf = (crate) => Object.values(sources(path.join(root, crate, 'src'))).reduce((some, others) => ({ ...some, ...others }));
  const found = [...crates, 'migration'].flatMap((crate) => circles(filesOf(crate)).map((circle) => `${crate}: ${circle}`));
  assert.deepEqual(found.filter((circle) => !STAYS.test(circle)), []);
  assert.ok(found.length, 'a circle that is gone: take it out of STAYS');
});

const MOD = 'pub use one::One;\npub use two::{Two as Other, three};\npub struct Shared;\nfn run() { two::run() }';
for (const [how, one, two, more = {}, found = ['a::one -> a::two -> a::one']] of [
  ['by the crate, and in the code', 'use crate::a::{self, two};', 'fn run() { crate::a::one::run() }'],
  ['by what the module re-exports, by another name too', 'use super::{three};\nuse crate::a::Other;', 'use super::One;'],
  ['in a module within the file', 'mod inner {\n    use super::super::two::Two;\n}', 'use super::one::One;'],
  ['by what the crate re-exports with a star', 'use crate::Two;', 'pub struct Two;\nuse super::one;', { 'lib.rs': 'pub use a::two::*;' }],
  ['by a module that is imported by name', 'use super::part;\nfn run() { part::send() }', '', { 'a/part/mod.rs': 'pub use due::send;', 'a/part/due.rs': 'use crate::a::one;' }, ['a::one -> a::part::due -> a::one']],
  ['around a third', 'use super::part::Part;', 'use self::{};\nuse super::one;', { 'a/part/mod.rs': 'pub use due::Part;', 'a/part/due.rs': 'use super::super::two::Two;' }, ['a::one -> a::part::due -> a::two -> a::one']],
  ['between modules, through other files', 'use crate::b::one;', '', { 'b/one.rs': '', 'b/two.rs': 'use crate::a::two;' }, ['a -> b -> a']],
  ['but not where files share what stands in their mod.rs', 'use super::Shared;', 'use super::{Shared, one::One};', {}, []],
]) test(`a circle that is planted is found: ${how}`, () => assert.deepEqual(circles({ 'lib.rs': '', 'a/mod.rs': MOD, 'a/one.rs': one, 'a/two.rs': two, ...more }), found));

// Reads which module of the server imports which, from the `use` lines and the paths in the code.
import fs from 'node:fs';
import path from 'node:path';

/** The floors of server/src, the lowest first: a module imports from its own floor and those before it. */
export const FLOORS = ['foundation', 'features', 'operations', 'app', 'cli'];

/** Sources by their path within server/src, without tests: those may use everything. */
export function sources(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.rs'));
  const isTest = (file) => /(^|\/)(testing|tests)(\/|\.rs$)/.test(file);
  return Object.fromEntries(files.filter((file) => !isTest(file)).map((file) => [file, withoutTests(fs.readFileSync(path.join(folder, file), 'utf8'))]));
}

/** A source without its unit tests and comments. */
export const withoutTests = (source) => source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0].replaceAll(/\/\/.*/g, '');

/** The module that a file is: `a/b/mod.rs` and `a/b.rs` are [a, b], the crate's root is []. */
const moduleOf = (file) => file.replace(/(^|\/)(mod|lib|main)\.rs$|\.rs$/, '').split('/').filter(Boolean);

/** The paths below a place in a source: `b::{c as d, e}` is [b, c], known as d, and [b, e]. `before` stands in front of each. */
function tree(source, start, before) {
  const found = [];
  const read = (from, names) => {
    let at = from + source.slice(from).match(/^\s*/)[0].length;
    if (source[at] === '{') {
      at += 1;
      for (;;) {
        at += source.slice(at).match(/^[\s,]*/)[0].length;
        if (source[at] === '}' || at >= source.length) return at + 1;
        at = read(at, names);
      }
    }
    const name = source.slice(at).match(/^(\w+|\*)(?:\s+as\s+(\w+))?(\s*::(?!\s*<))?/);
    if (!name) {
      found.push({ names, known: names.at(-1) });
      return at + 1;
    }
    const longer = name[1] === 'self' ? names : name[1] === 'super' ? names.slice(0, -1) : [...names, name[1]];
    if (name[3]) return read(at + name[0].length, longer);
    found.push({ names: longer, known: name[2] ?? longer.at(-1) });
    return at + name[0].length;
  };
  const end = read(start, before);
  return { found, end };
}

/** The modules that a source writes between braces: from where to where each goes. */
function inline(source) {
  return [...source.matchAll(/\bmod \w+ \{/g)].map(({ index, 0: begin }) => {
    let open = 1;
    let at = index + begin.length;
    for (; open > 0 && at < source.length; at += 1) open += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
    return { from: index, to: at };
  });
}

/**
 * The paths of a source, each as a list of names from the crate: in the module a, `super::b::{c, d::e}` is [b, c] and [b, d, e]. `known` is
 * the name that a `use` gives it. The names of the module's children begin a path too.
 */
function allPaths(source, own = [], children = []) {
  const text = source.replaceAll(/\bpub\(in [\w:]+\)/g, 'pub');
  const modules = inline(text);
  const uses = [...text.matchAll(/\buse\s[^;]*;/g)].map(({ index, 0: statement }) => ({ from: index, to: index + statement.length }));
  const starts = new RegExp(String.raw`(?<![\w:])(?<first>crate|server|self|super${children.map((child) => `|${child}`).join('')})(?=::)|(?<=\buse\s)\s*(?=\{)`, 'g');
  let end = 0;
  return [...text.matchAll(starts)].flatMap(({ index, groups: { first } }) => {
    if (index < end) return [];
    const inside = modules.filter(({ from, to }) => index > from && index < to).map(() => '(inline)');
    const here = [...own, ...inside];
    const base = { crate: [], server: [], self: here, super: here.slice(0, -1) }[first] ?? (first ? [...own, first] : undefined);
    if (!base) return [];
    const { found, end: after } = tree(text, index + first.length + 2, base);
    const use = uses.some(({ from, to }) => index > from && index < to);
    end = use ? after : end;
    return found.map(({ names, known }) => ({ names: names.filter((name) => name !== '(inline)'), known, use, at: index }));
  });
}

/** The paths of a source that begin at the crate: `crate::a::{b, c::d}` is [a, b] and [a, c, d]. */
export const paths = (source, own, children) => allPaths(source, own, children).map(({ names }) => names);

const floor = (name) => FLOORS.indexOf(name);

/** Each import that points upwards: 'file imports a::b'. */
export function upward(files) {
  return Object.entries(files).flatMap(([file, source]) => {
    const own = moduleOf(file);
    if (floor(own[0]) < 0) return [];
    const above = paths(source, own).filter(([first]) => floor(first) > floor(own[0]));
    return above.map((names) => `${file} imports ${names.join('::')}`);
  });
}

/** The ways around a graph: 'a -> b -> a'. */
function around(edges) {
  const done = new Set();
  const found = [];
  const visit = (node, trail) => {
    if (trail.includes(node)) return found.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
    if (done.has(node)) return undefined;
    for (const other of edges.get(node) ?? []) visit(other, [...trail, node]);
    return done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
}

/** Whether a file is that of a module, or of one inside it. */
const within = (name, module) => `${name}::`.startsWith(`${module}::`);

/**
 * Which file imports an item of which. What a `mod.rs` only re-exports is an import of the file that has it, and what it has itself is
 * shared with the files below it: those are no imports.
 */
function imports(files) {
  const byModule = new Map(Object.keys(files).map((file) => [moduleOf(file).join('::'), file]));
  byModule.delete('');
  const read = new Map([...byModule].map(([name, file]) => {
    const own = name.split('::');
    const children = [...byModule.keys()].filter((other) => other.startsWith(`${name}::`) && other.split('::').length === own.length + 1).map((other) => other.split('::').at(-1));
    return [name, allPaths(files[file], own, children)];
  }));
  /** The file that has what a path names. */
  const owner = (names, seen = []) => {
    let length = names.length;
    while (length > 0 && !byModule.has(names.slice(0, length).join('::'))) length -= 1;
    if (length === 0) return undefined;
    const module = names.slice(0, length).join('::');
    const [item, ...rest] = names.slice(length);
    const from = (read.get(module) ?? []).find(({ use, known }) => use && item && known === item);
    if (!from || seen.includes(`${module}::${item}`)) return module;
    return owner([...from.names, ...rest], [...seen, `${module}::${item}`]) ?? module;
  };
  return new Map([...read].map(([name, found]) => {
    const source = files[byModule.get(name)].replaceAll(/\bpub(\(.*?\))? use [^;]*;/g, (statement) => (statement.startsWith('pub') ? ' ' : statement));
    const used = found.filter(({ use, known }) => !use || known === '*' || new RegExp(String.raw`\b${known}\b`).test(source));
    const others = used.map(({ names }) => owner(names)).filter((other) => other && !within(other, name) && !within(name, other));
    return [name, new Set(others)];
  }));
}

/** Files that import each other in a circle, within one module and from one to another: 'a::b -> a::c -> a::b'. */
export const circles = (files) => around(imports(files));

/** Modules one folder below a floor that import each other in a circle, through whichever files: 'a::b -> a::c -> a::b'. */
export function moduleCircles(files) {
  const top = (name) => name.split('::').slice(0, 2).join('::');
  const edges = new Map();
  for (const [name, others] of imports(files)) {
    const outside = [...others].filter((other) => floor(other.split('::')[0]) >= 0 && top(other) !== top(name)).map(top);
    edges.set(top(name), new Set([...(edges.get(top(name)) ?? []), ...outside]));
  }
  return around(edges);
}

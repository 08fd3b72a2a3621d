// Reads which module of the server imports which, from the `use` lines and the paths in the code.
import fs from 'node:fs';
import path from 'node:path';

/** The floors of server/src, the lowest first: a module imports from its own floor and those before it. */
export const FLOORS = ['foundation', 'features', 'operations', 'cli'];

/** Sources by their path within server/src, without tests: those may use everything. */
export function sources(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.rs'));
  const isTest = (file) => /(^|\/)(testing|tests)(\/|\.rs$)/.test(file);
  return Object.fromEntries(files.filter((file) => !isTest(file)).map((file) => [file, withoutTests(fs.readFileSync(path.join(folder, file), 'utf8'))]));
}

/** A source without its unit tests and comments. */
export const withoutTests = (source) => source.split(/#\[cfg\(test\)\]\s*mod \w+ \{/)[0].replaceAll(/\/\/.*/g, '');

/** The paths of a source that begin at the crate, each as a list of names: `crate::a::{b, c::d}` is [a, b] and [a, c, d]. */
export function paths(source) {
  const found = [];
  const tree = (start, before) => {
    let at = start;
    let names = before;
    for (;;) {
      const rest = source.slice(at);
      const space = rest.match(/^\s*/)[0].length;
      if (rest[space] === '{') {
        at += space + 1;
        for (;;) {
          at += source.slice(at).match(/^[\s,]*/)[0].length;
          if (source[at] === '}' || at >= source.length) return at + 1;
          at = tree(at, names);
        }
      }
      const name = rest.match(/^\s*(\w+|\*)(?:\s+as\s+\w+)?(\s*::)?/);
      if (!name) {
        found.push(names);
        return at + 1;
      }
      names = [...names, name[1]];
      at += name[0].length;
      if (!name[2]) {
        found.push(names);
        return at;
      }
    }
  };
  for (const begin of source.matchAll(/\b(?:crate|server)::/g)) tree(begin.index + begin[0].length, []);
  return found;
}

const floor = (name) => FLOORS.indexOf(name);

/** Each import that points upwards: 'file imports a::b'. */
export function upward(files) {
  return Object.entries(files).flatMap(([file, source]) => {
    const own = floor(file.split('/')[0]);
    return own < 0 ? [] : paths(source).filter(([first]) => floor(first) > own).map((names) => `${file} imports ${names.join('::')}`);
  });
}

/** Modules one folder below a floor that import each other in a circle: 'a -> b -> a'. */
export function circles(files) {
  const imports = new Map();
  for (const [file, source] of Object.entries(files)) {
    const [first, second] = file.replace(/(\/mod)?\.rs$/, '').split('/');
    if (floor(first) < 0 || !second) continue;
    const own = `${first}/${second}`;
    const others = paths(source).filter((names) => floor(names[0]) >= 0 && names.length > 1).map((names) => `${names[0]}/${names[1]}`);
    imports.set(own, new Set([...(imports.get(own) ?? []), ...others.filter((other) => other !== own)]));
  }
  const done = new Set();
  const found = [];
  const visit = (module, trail) => {
    if (trail.includes(module)) return found.push([...trail.slice(trail.indexOf(module)), module].join(' -> '));
    if (done.has(module)) return undefined;
    for (const other of imports.get(module) ?? []) visit(other, [...trail, module]);
    return done.add(module);
  };
  for (const module of imports.keys()) visit(module, []);
  return found;
}

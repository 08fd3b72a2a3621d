// The newest step of a clinic's tables, read from its source: the statements that revert it.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../process.mjs';

const folder = path.join(root, 'migration/src/clinic');

/** Its name, the one before it, and the statements of its `down`. */
export function lastStep() {
  const [before, name] = fs.readdirSync(folder).filter((file) => /^m\d{8}_\d{6}_/.test(file)).sort().slice(-2).map((file) => file.replace(/\.rs$/, ''));
  const source = fs.readFileSync(path.join(folder, `${name}.rs`), 'utf8');
  const down = /\bdown: &\[([^]*?)\n? {0,4}\],?\n\};/.exec(source)?.[1] ?? '';
  return { name, before, down: [...down.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, sql]) => sql.replaceAll('\\"', '"')) };
}

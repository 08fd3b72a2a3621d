// The Rust sources as Git lists them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { output, root } from '../lib/process.mjs';

const GLOBS = ['server/**/*.rs', 'migration/**/*.rs', 'infra/**/*.rs'];

/** Every Rust file, with its text. */
export function sources() {
  const files = output('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...GLOBS.map((glob) => `:(glob)${glob}`)]).split('\n');
  // Git lists what is deleted until that is committed.
  return files.filter((file) => file && existsSync(path.join(root, file))).map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));
}

// The newest step of a clinic's tables, read from its files: the statements that revert it.
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../lib/process.mjs';

const folder = path.join(root, 'migration/src/clinic');

/** Its name, the one before it, and the statements of its `down`. */
export function lastStep() {
  const [before, name] = fs.readdirSync(folder).filter((file) => file.endsWith('.down.sql')).sort().slice(-2).map((file) => file.replace('.down.sql', ''));
  const down = fs.readFileSync(path.join(folder, `${name}.down.sql`), 'utf8').replaceAll(/^\s*--.*\n/gm, '');
  return { name, before, down: down.split(/;\s*\n/).filter((sql) => sql.trim()) };
}

// Installs the web app's packages and builds it, each only when something it depends on has changed.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, run } from './process.mjs';

export const web = path.join(root, 'web');
const APART = new Set(['node_modules', 'dist', 'e2e', '.git']);

function* files(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !APART.has(entry.name)) yield* files(full);
    if (entry.isFile()) yield full;
  }
}

function digest(...names) {
  const hash = crypto.createHash('sha256').update(process.version);
  for (const name of names) hash.update(`${path.relative(web, name)}\0`).update(fs.readFileSync(name));
  return hash.digest('hex');
}

/** Does the work unless the same inputs were worked on before and the result is still there. */
async function unlessDone(name, result, inputs, work) {
  const stamp = path.join(root, '.data', `${name}.stamp`);
  const before = digest(...inputs());
  if (fs.existsSync(result) && fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === before) return false;
  fs.rmSync(stamp, { force: true });
  await work();
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, before);
  return true;
}

export const installWeb = (options) =>
  unlessDone(
    'web-packages',
    path.join(web, 'node_modules/.package-lock.json'),
    () => ['package.json', 'package-lock.json', '.npmrc'].map((name) => path.join(web, name)).filter((name) => fs.existsSync(name)),
    () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: web, ...options }),
  );

export async function buildWeb(options) {
  await installWeb(options);
  return unlessDone(
    'web-build',
    path.join(web, 'dist/index.html'),
    () => [...files(web)],
    () => run('npm', ['run', 'build'], { cwd: web, ...options }),
  );
}

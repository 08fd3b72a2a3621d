// Starts aiosmtpd, and hears of what clients do there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import readline from 'node:readline';
import { Failure, atEnd, root } from '../../lib/process.mjs';
import { pythonPrograms } from '../../lib/python.mjs';

/** Answers the ports by the servers' names, and what happened at each so far. */
export async function startMailServers(made) {
  const bin = pythonPrograms('parts', path.join(root, 'scripts/drills/requirements.txt'));
  if (!bin) throw new Failure('aiosmtpd could not be fetched from PyPI.');
  const program = path.join(import.meta.dirname, 'mail_server.py');
  const child = spawn(path.join(bin, 'python'), ['-W', 'ignore', program, made.file('server.crt'), made.file('server.key')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  atEnd(() => {
    child.stdin.end();
    return ended;
  });
  const lines = readline.createInterface({ input: child.stdout });
  const [first] = await Promise.race([once(lines, 'line'), ended]);
  if (typeof first !== 'string') throw new Failure('aiosmtpd did not start.');
  const heard = [];
  lines.on('line', (line) => heard.push(JSON.parse(line)));
  return { ports: JSON.parse(first).ports, at: (name) => heard.filter(({ server }) => server === name) };
}

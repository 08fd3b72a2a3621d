// Starts the built program for a test, with its own port and data, and ends it with the test.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const program = process.env.STANDIN_PROGRAM ?? path.join(root, 'target/debug/stripe-standin');
export const key = 'sk_test_contract';
export const secret = 'whsec_contract';

/** A folder that is gone after the test. */
export function folder(test) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'standin-'));
  test.after(() => fs.rmSync(made, { recursive: true }));
  return made;
}

/** The program's address, and how to stop it before the test ends. */
export async function start(test, env = {}) {
  const child = spawn(program, { env: { STANDIN_LISTEN: '127.0.0.1:0', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, ...env } });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    return ended;
  };
  test.after(stop);
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const url = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The stand-in ended: ${said}`)));
    child.stdout.on('data', (text) => {
      const found = /http:\S+/.exec(String(text));
      if (found) resolve(found[0]);
    });
  });
  return { url, stop };
}

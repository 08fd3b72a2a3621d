// Debian's Firefox without a window, driven by Marionette: the protocol that geckodriver would speak to it.
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, output, start, tail } from '../../lib/process.mjs';
import { byMarionette } from './webdriver.mjs';

const PREFERENCES = { 'marionette.port': 0, 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1, 'browser.shell.checkDefaultBrowser': false };

const program = () => [process.env.FIREFOX_PATH, 'firefox-esr', 'firefox'].find((file) => file && output(file, ['--version']));

/** Messages are `length:json`, both ways: [0, id, name, parameters] and [1, id, error, result]. */
function connect(port) {
  const waiting = new Map();
  const socket = net.connect(port, '127.0.0.1');
  let bytes = Buffer.alloc(0);
  socket.on('data', (part) => {
    bytes = Buffer.concat([bytes, part]);
    for (;;) {
      const colon = bytes.indexOf(58);
      const length = Number(bytes.subarray(0, colon).toString());
      if (colon < 1 || bytes.length < colon + 1 + length) return;
      const message = JSON.parse(bytes.subarray(colon + 1, colon + 1 + length).toString());
      bytes = bytes.subarray(colon + 1 + length);
      // The first says only which protocol it is.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const { name, resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error) reject(new Error(`${name}: ${error.error}: ${error.message}`));
      else resolve(result);
    }
  });
  socket.on('close', () => waiting.forEach(({ reject, name }) => reject(new Error(`${name}: Firefox ended`))));
  socket.on('error', () => {});
  let last = 0;
  return (name, params) => new Promise((resolve, reject) => {
    waiting.set((last += 1), { name, resolve, reject });
    const text = JSON.stringify([0, last, name, params]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
}

export const firefox = {
  name: 'Firefox',
  missing: () => !program() && 'Firefox is not installed (Debian: apt install firefox-esr)',

  /** A browser that knows nobody yet. */
  async launch() {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-firefox-'));
    atEnd(() => fs.rmSync(profile, { recursive: true, force: true }));
    fs.writeFileSync(path.join(profile, 'user.js'), Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
    const log = path.join(profile, 'log');
    const child = start(program(), ['--headless', '--marionette', '--no-remote', '--width=1180', '--height=900', '--profile', profile], { log, env: { HOME: profile, TZ: 'America/New_York' } });
    const noted = path.join(profile, 'MarionetteActivePort');
    await waitUntil('Firefox to start', 60, () => {
      if (child.exitCode !== null) throw new Failure(`Firefox ended:\n${tail(log)}`);
      return fs.existsSync(noted) && fs.readFileSync(noted, 'utf8').trim() !== '';
    });
    const send = connect(Number(fs.readFileSync(noted, 'utf8')));
    const { capabilities } = await send('WebDriver:NewSession', { capabilities: {} });
    return { command: byMarionette(send), version: capabilities.browserVersion };
  },
};

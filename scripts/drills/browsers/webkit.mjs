// WebKitGTK, the engine of Safari in Debian's packages, driven by its own WebDriver on a display that is not there.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, freePort, output, start, tail } from '../../lib/process.mjs';
import { overHttp } from './webdriver.mjs';

const program = () => ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`).find((file) => fs.existsSync(file));

let display;
/** One display for all: its number comes by a pipe, so that two runs do not take the same. */
async function aDisplay() {
  display ??= new Promise((resolve, reject) => {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    child.once('error', reject);
    child.stdio[3].once('data', (text) => resolve(`:${text.toString().trim()}`));
    atEnd(() => child.kill());
  });
  return display;
}

export const webkit = {
  name: 'WebKitGTK',
  missing: () => !(program() && output('which', ['WebKitWebDriver']) && output('which', ['Xvfb'])) && 'WebKitGTK is not installed (Debian: apt install webkit2gtk-driver xvfb)',

  /** A browser that knows nobody yet. */
  async launch() {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-webkit-'));
    atEnd(() => fs.rmSync(home, { recursive: true, force: true }));
    const [log, port] = [path.join(home, 'log'), await freePort()];
    const env = { HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: await aDisplay(), TZ: 'America/New_York', LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', NO_AT_BRIDGE: '1' };
    const child = start('WebKitWebDriver', [`--port=${port}`], { log, env });
    await waitUntil('WebKit\'s driver to answer', 20, () => {
      if (child.exitCode !== null) throw new Failure(`WebKitWebDriver ended:\n${tail(log)}`);
      return fetch(`http://127.0.0.1:${port}/status`).then((answer) => answer.ok, () => false);
    });
    const options = { binary: program(), args: ['--automation', '--geometry=1180x900'] };
    const answer = await fetch(`http://127.0.0.1:${port}/session`, { method: 'POST', body: JSON.stringify({ capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Failure(`WebKit did not start: ${value.error}: ${value.message}\n${tail(log)}`);
    const base = `http://127.0.0.1:${port}/session/${value.sessionId}`;
    return { command: overHttp(base), version: value.capabilities.browserVersion };
  },
};

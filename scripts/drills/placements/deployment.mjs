// A deployment on one or two Postgres servers for the tests beside this file: the operator's commands, servers, workers and requests.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { startPostgres, stopPostgres } from '../../lib/postgres.mjs';
import { freePort } from '../../lib/process.mjs';

export const PASSWORD = 'correct horse battery';

const gateway = (owner) => {
  const url = new URL(owner);
  Object.assign(url, { username: 'celadon_gateway', password: 'a-password-for-tests' });
  return url.href;
};

const lines = (text) => text.split('\n').filter(Boolean);
const json = (text) => lines(text).map((line) => JSON.parse(line));

/** Starts a Postgres server for each name; the first has the registry. CELADON_PROGRAM names the built server. */
export async function deployment(...names) {
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-deployment-'));
  const folders = names.map((name) => path.join(temp, name));
  const urls = [];
  for (const folder of folders) urls.push((await startPostgres(folder)).url);
  const port = await freePort();
  fs.mkdirSync(path.join(temp, 'web'));
  for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(temp, 'web', page), '<!doctype html>');
  const env = {
    PATH: process.env.PATH,
    OWNER_DATABASE_URL: urls[0],
    DATABASE_URL: gateway(urls[0]),
    BASE_URL: `http://localhost:${port}`,
    LISTEN_ADDR: `127.0.0.1:${port}`,
    OPS_ADDR: '127.0.0.1:0',
    SECRET_KEY: 'a secret for this test alone, of more than 32 bytes',
    WEB_DIR: path.join(temp, 'web'),
    MAIL_DIR: path.join(temp, 'mail'),
    RATE_LIMIT_FACTOR: '1000',
  };
  return new Deployment(temp, folders, urls, env, port);
}

class Deployment {
  programs = [];

  constructor(temp, folders, urls, env, port) {
    Object.assign(this, { temp, folders, urls, env, port });
  }

  /** The settings of a placement at this URL. */
  static placement(name, url) {
    const capitals = name.toUpperCase();
    return { [`OWNER_DATABASE_URL_${capitals}`]: url, [`DATABASE_URL_${capitals}`]: gateway(url) };
  }

  /** Runs an operator's command: how it ended, and what it printed. */
  run(args, settings = {}) {
    const { status, stdout, stderr } = spawnSync(process.env.CELADON_PROGRAM, args, { env: { ...this.env, ...settings }, encoding: 'utf8', timeout: 120_000, maxBuffer: 64 << 20 });
    return { status, stdout, stderr };
  }

  /** The same, which must end well; the JSON lines that it printed. */
  celadon(...args) {
    const { status, stdout, stderr } = this.run(args);
    assert.equal(status, 0, `celadon ${args.join(' ')}: ${stderr}`);
    return json(stdout);
  }

  /** The same, not waited for here: other requests go on meanwhile. */
  async command(...args) {
    const command = spawn(process.env.CELADON_PROGRAM, args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    command.stdout.on('data', (chunk) => (stdout += chunk));
    command.stderr.on('data', (chunk) => (stderr += chunk));
    const code = await new Promise((resolve) => command.once('close', resolve));
    assert.equal(code, 0, `celadon ${args.join(' ')}: ${stderr}`);
    return json(stdout);
  }

  /** A command that must be refused with these words, and print nothing. */
  refused(args, words, settings = {}) {
    const { status, stdout, stderr } = this.run(args, settings);
    assert.notEqual(status, 0, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, words);
  }

  /** A command that is killed after it has printed so many lines; those. */
  async killedAfter(count, ...args) {
    const command = spawn(process.env.CELADON_PROGRAM, args, { env: this.env, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    command.stdout.on('data', (chunk) => {
      printed += chunk;
      if (lines(printed).length >= count) command.kill('SIGKILL');
    });
    const signal = await new Promise((resolve) => command.once('close', (_, by) => resolve(by)));
    assert.equal(signal, 'SIGKILL', printed);
    return json(printed);
  }

  create(subdomain, ...more) {
    const [made] = this.celadon('clinic', 'create', subdomain, '--name', subdomain, '--owner-email', `owner@${subdomain}.example`, '--owner-password', PASSWORD, ...more);
    return { ...made, email: `owner@${subdomain}.example` };
  }

  /** Starts `celadon serve` or `celadon work` without the owner's rights; resolves when its log has these words. */
  async start(args, words, settings = {}) {
    const restricted = Object.fromEntries(Object.entries({ ...this.env, ...settings }).filter(([name]) => !name.startsWith('OWNER_')));
    const program = spawn(process.env.CELADON_PROGRAM, args, { env: restricted, stdio: ['ignore', 'ignore', 'pipe'] });
    this.programs.push(program);
    program.log = '';
    await new Promise((resolve, reject) => {
      program.stderr.on('data', (chunk) => {
        program.log += chunk;
        if (!words || program.log.includes(words)) resolve();
      });
      program.on('exit', () => reject(new Error(program.log)));
      if (!words) program.once('spawn', resolve);
    });
    return program;
  }

  async stop(program, signal = 'SIGTERM') {
    if (program.exitCode !== null || program.signalCode !== null) return;
    const ended = new Promise((resolve) => program.once('exit', resolve));
    program.kill(signal);
    await ended;
  }

  /** Sends a request to a clinic; its host is not one that this machine would look up. */
  send(clinic, method, url, { cookie, body } = {}) {
    const headers = { host: new URL(clinic.url).host, origin: clinic.url, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port: this.port, path: url, method, headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode, text, retryAfter: response.headers['retry-after'], cookie: response.headers['set-cookie']?.[0].split(';')[0] }));
      });
      request.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  signIn({ password = PASSWORD, ...clinic }) {
    return this.send(clinic, 'POST', '/api/auth/login', { body: { email: clinic.email, password } });
  }

  async end() {
    for (const program of this.programs) await this.stop(program);
    for (const folder of this.folders) await stopPostgres(folder);
    fs.rmSync(this.temp, { recursive: true, force: true });
  }
}

export const { placement } = Deployment;

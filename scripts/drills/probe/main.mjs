// Runs security tools against a server that it starts itself, each first against an app with planted holes. Called by scripts/attack.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { sendRequest, enter } from '../fault/client.mjs';
import { World, pause } from '../fault/world.mjs';
import { atEnd, main, root, say } from '../../lib/process.mjs';
import { startCanary } from './canary.mjs';
import { fuzz } from './fuzz.mjs';
import { prints } from './prints.mjs';
import { slowReaders } from './readers.mjs';
import { cargoDeny } from './supply.mjs';
import { consentTexts } from './texts.mjs';
import { cache, exists, printed } from './tool.mjs';

/** How many requests the server has answered, and how many of them with a failure, by its own log. */
function answered(world) {
  const lines = fs.readFileSync(world.log, 'utf8').split('\n').filter((line) => line.includes('answered a request'));
  const failed = lines.filter((line) => /http\.status=5(?!03)/.test(line));
  return { requests: lines.length, failed };
}

function schemathesisProgram() {
  const own = path.join(cache, 'venv/bin/schemathesis');
  if (fs.existsSync(own)) return own;
  fs.mkdirSync(cache, { recursive: true });
  const made = spawnSync('sh', ['-c', `python3 -m venv '${cache}/venv' && '${cache}/venv/bin/pip' install --quiet schemathesis`], { timeout: 120_000 });
  return made.status === 0 ? own : undefined;
}

async function schemathesis(world, session, canary, seconds) {
  const program = schemathesisProgram();
  if (!program) return { skipped: 'schemathesis cannot be installed (python3 -m venv, pip)' };
  const shared = ['--checks', 'not_a_server_error', '--seed', '1', '--no-color', '--generation-database', 'none', '--suppress-health-check', 'all'];
  const planted = await printed(program, ['run', `${canary.url}/openapi.json`, '--max-examples', '20', ...shared], 60);
  const host = `${session.clinic}.localhost:${world.port}`;
  const headers = [`Host: ${host}`, `Origin: http://${host}`, `Cookie: ${session.cookie}`].flatMap((header) => ['-H', header]);
  // Signing out would end the session of the other calls.
  const output = await printed(program, [
    'run', path.join(root, 'server/openapi.json'), '-u', `http://127.0.0.1:${world.port}`, ...headers,
    '--exclude-path-regex', 'auth/logout|auth/password|stripe/webhook|clinics/availability', '--max-examples', '25', '--continue-on-failure', '--max-time', String(seconds), ...shared,
  ], seconds + 60);
  return { planted: /Server error/i.test(planted), findings: (output.match(/- Server error/g) ?? []).length, output };
}

const TARGETS = (session) => [
  ['GET', '/api/patients?search=lind'],
  ['GET', '/api/appointments?from=2026-01-01&to=2026-12-31'],
  ['GET', `/api/treatments?patientId=${session.patient}`],
  ['GET', `/api/consents?patientId=${session.patient}`],
  ['GET', '/api/audit?limit=5&from=2026-01-01'],
  ['GET', `/api/patients/${session.patient}*`],
  ['POST', '/api/patients', { first_name: 'Ann*', last_name: 'Berg*' }],
  ['POST', '/api/auth/prove', { password: 'wrong*' }],
];

async function sqlmap(world, session, canary, seconds) {
  if (!exists('sqlmap')) return { skipped: 'sqlmap is not installed (Debian: sqlmap)' };
  const folder = path.join(world.folder, 'sqlmap');
  const shared = ['--batch', '--flush-session', '--dbms=PostgreSQL', `--level=${seconds > 60 ? 3 : 1}`, '--risk=1', '--technique=BEU', '--output-dir', folder, '--disable-coloring'];
  const planted = await printed('sqlmap', ['-u', `${canary.url}/search?q=Ann`, ...shared], 90);
  const host = `${session.clinic}.localhost:${world.port}`;
  const headers = `Host: ${host}\nOrigin: http://${host}\nCookie: ${session.cookie}\nContent-Type: application/json`;
  let findings = 0;
  const output = [];
  for (const [method, target, body] of TARGETS(session)) {
    const text = await printed('sqlmap', [
      '-u', `http://127.0.0.1:${world.port}${target}`, '--method', method, '--headers', headers, ...(body ? ['--data', JSON.stringify(body)] : []),
      '--ignore-code=401,403,404,422,429', ...shared,
    ], seconds);
    // A run that gave up or was interrupted shows nothing.
    if (/identified the following injection point/.test(text) || !/do not appear to be injectable/.test(text)) findings += 1;
    output.push(text);
  }
  return { planted: /identified the following injection point/.test(planted), findings, output: output.join('\n') };
}

/** How many slow connections are still open at the end, and how long another request takes meanwhile. */
async function slow(url, kind, meanwhile = async () => undefined) {
  const attack = printed('slowhttptest', ['-c', '200', kind, '-i', '4', '-r', '100', '-t', kind === '-B' ? 'POST' : 'GET', '-u', `${url}/`, '-x', '24', '-p', '3', '-l', '18'], 60);
  const waited = await meanwhile();
  const text = (await attack).replaceAll(/\x1b\[[0-9;]*m/g, '');
  const last = (word) => Number([...text.matchAll(new RegExp(`${word}:\\s+(\\d+)`, 'g'))].at(-1)?.[1] ?? NaN);
  return { open: text.includes('No open connections left') ? 0 : last('connected'), waited };
}

async function slowhttptest(world, session, canary) {
  if (!exists('slowhttptest')) return { skipped: 'slowhttptest is not installed (Debian: slowhttptest)' };
  const planted = await slow(canary.url, '-H');
  const meanwhile = async () => {
    const times = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const began = Date.now();
      const answer = await sendRequest(world, session.clinic, 'GET', '/api/auth/session', { cookie: session.cookie });
      times.push(answer.status === 200 ? Date.now() - began : Infinity);
      await pause(300);
    }
    return Math.max(...times);
  };
  const seen = [];
  for (const kind of ['-H', '-B']) seen.push(await slow(`http://127.0.0.1:${world.port}`, kind, meanwhile));
  const worst = Math.max(...seen.map(({ waited }) => waited));
  const open = Math.max(...seen.map((one) => one.open));
  const findings = (open > 20 ? 1 : 0) + (worst > 1000 ? 1 : 0);
  return { planted: planted.open > 150, findings, requests: 400, note: `of 200 connections held at the end: ${seen.map((one) => one.open).join(' (heads), ')} (bodies), at the planted app ${planted.open}; a person waited ${worst} ms at most` };
}

const TOOLS = { schemathesis, sqlmap, slowhttptest, 'slow readers': slowReaders, 'consent texts': consentTexts, prints, 'cargo-deny': cargoDeny, fuzz };

await main(async () => {
  const args = process.argv.slice(2);
  const isShort = args.includes('--short');
  const only = args.filter((word) => !word.startsWith('--'));
  const world = await World.make();
  await world.serve();
  const session = await enter(world, 'alpha');
  const canary = await startCanary(world);
  atEnd(() => canary.close());
  let bad = 0;
  say('| Tool | Requests | 5xx | Findings | Planted fault | |');
  say('|---|---|---|---|---|---|');
  for (const [name, work] of Object.entries(TOOLS).filter(([name]) => only.length === 0 || only.includes(name))) {
    const before = answered(world);
    const result = await work(world, session, canary, isShort ? 60 : 180);
    if (result.skipped) {
      say(`| ${name} | | | | | not tried: ${result.skipped} |`);
      continue;
    }
    const after = answered(world);
    const failed = after.failed.slice(before.failed.length);
    const is = !result.planted || result.findings > 0 || failed.length > 0;
    bad += is ? 1 : 0;
    say(`| ${name} | ${result.requests ?? after.requests - before.requests} | ${failed.length} | ${result.findings} | ${result.planted ? 'found' : 'NOT FOUND'} | ${result.note ?? ''} |`);
    for (const line of new Set(failed.map((text) => /http\.method=\S+ http\.route=\S+/.exec(text)?.[0]))) say(`    ${line}`);
    if (is && result.output) say(result.output.slice(-3000));
  }
  return bad ? 1 : 0;
});

// A real Prometheus with our rules, a real Alertmanager with our routes, and a receiver in the place of the relay `on-call`.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '../../drills/fault/world.mjs';
import { debianTool } from '../manifests/tools.mjs';
import { Failure, atEnd, freePort, root, start, stop, tail } from '../../lib/process.mjs';

const OBSERVABILITY = path.join(root, 'infra/observability');
const RELAY = 'http://on-call.observability:8080';

/** Keeps each message with the path that it came to. */
async function startReceiver() {
  const received = [];
  const server = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    received.push({ path: request.url, ...JSON.parse(Buffer.concat(parts).toString()) });
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${server.address().port}` };
}

/**
 * Debian's Alertmanager reads its templates from /usr/share. Where the package is only unpacked, its folder stands there for this one
 * process.
 */
function besideItsFiles(file, args) {
  if (!path.isAbsolute(file)) return [file, args];
  const share = path.join(path.dirname(path.dirname(file)), 'share');
  return ['unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', 'mount --bind "$0" /usr/share && exec "$@"', share, file, ...args]];
}

async function startTool(program, name, args, log, health) {
  const file = debianTool(program, name);
  if (!file) throw new Failure(`${program} could not be had from Debian's packages.`);
  const child = start(...besideItsFiles(file, args), { log });
  atEnd(() => stop(child));
  await waitUntil(`${program} to answer`, 20, () => {
    if (child.exitCode !== null) throw new Failure(`${program} ended:\n${tail(log)}`);
    return fetch(health).then((answer) => answer.ok, () => false);
  });
}

async function startAlertmanager(folder, receiver) {
  const port = await freePort();
  const config = path.join(folder, 'alertmanager.yaml');
  // Word for word, but for the relay's address.
  fs.writeFileSync(config, fs.readFileSync(path.join(OBSERVABILITY, 'alertmanager.yaml'), 'utf8').replaceAll(RELAY, receiver.url));
  const args = [`--config.file=${config}`, `--storage.path=${path.join(folder, 'alerts')}`, `--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='];
  await startTool('prometheus-alertmanager', 'prometheus-alertmanager', args, path.join(folder, 'alertmanager.log'), `http://127.0.0.1:${port}/-/ready`);
  return port;
}

/** Scrapes these, by their jobs, every second. */
export async function startMonitoring(jobs) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-monitoring-'));
  atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  const receiver = await startReceiver();
  const alertmanager = await startAlertmanager(folder, receiver);
  const config = path.join(folder, 'prometheus.yaml');
  fs.writeFileSync(config, JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [path.join(OBSERVABILITY, 'prometheus/rules.yaml')],
    scrape_configs: Object.entries(jobs).map(([job_name, port]) => ({ job_name, static_configs: [{ targets: [`127.0.0.1:${port}`] }] })),
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanager}`] }] }] },
  }));
  const port = await freePort();
  await startTool('prometheus', 'prometheus', [`--config.file=${config}`, `--storage.tsdb.path=${path.join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`], path.join(folder, 'prometheus.log'), `http://127.0.0.1:${port}/-/ready`);
  /** What Prometheus' API says. */
  const query = async (url) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${url}`).then((response) => response.json());
    if (answer.status !== 'success') throw new Failure(`Prometheus: ${url}: ${answer.error}`);
    return answer.data;
  };
  /** Gives Alertmanager alerts of programs that are not here. */
  const alert = (labels) =>
    fetch(`http://127.0.0.1:${alertmanager}/api/v2/alerts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(labels.map((one) => ({ labels: one }))) });
  return { received: receiver.received, query, alert };
}

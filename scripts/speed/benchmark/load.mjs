// Sends a workload with wrk and reads what it measured.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data, output } from '../../lib/process.mjs';
import { CONSENTS, PATIENTS, token } from './data.mjs';

const lua = (value) => {
  if (Array.isArray(value)) return `{${value.map(lua).join(',')}}`;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([key, one]) => `${key}=${lua(one)}`).join(',')}}`;
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);
};

// wrk keys a table of headers by their names, and these hold hyphens.
const headers = ({ name, cookie }, port) => {
  const host = `${name}.localhost:${port}`;
  return `{Host="${host}",Origin="http://${host}",Cookie="${cookie}",["Content-Type"]="application/json"}`;
};

export function needWrk() {
  if (output('wrk', ['--version']) === undefined && !output('sh', ['-c', 'command -v wrk'])) throw new Failure('wrk is missing: install it (Debian: apt install wrk).');
}

/** Runs a workload at the clinics; answers requests a second and latencies in milliseconds. */
export function load(server, workload, clinics, { connections, seconds, skew = 1, patients = PATIENTS }) {
  const plan = path.join(data, 'plan.lua');
  const calls = workload.calls.map(({ method, path: where, body }) => ({ method, path: where.split('{}'), ...(body && { body: body.split('{}') }) }));
  const tokens = workload.portal ? `,tokens={${Array.from({ length: CONSENTS }, (_, n) => `"${token(n + 1)}"`).join(',')}}` : '';
  const targets = `{${clinics.map((clinic) => headers(clinic, server.port)).join(',')}}`;
  fs.writeFileSync(plan, `return {calls=${lua(calls)},targets=${targets},low=1,high=${patients},skew=${skew}${tokens}}`);
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', path.join(import.meta.dirname, 'load.lua'), `http://127.0.0.1:${server.port}`, '--', plan];
  const printed = output('wrk', args) ?? '';
  const line = /RESULT (\{.*\})/.exec(printed)?.[1];
  if (!line) throw new Failure(`wrk did not end well:\n${printed}`);
  const seen = JSON.parse(line);
  if (seen.refused || seen.broken) throw new Failure(`${workload.name}: ${seen.refused} refused and ${seen.broken} broken of ${seen.requests} requests.`);
  return { requests: seen.requests, rate: seen.requests / (seen.microseconds / 1e6), p50: seen.p50 / 1000, p99: seen.p99 / 1000 };
}

/** One request, which must succeed. */
export async function sendRequest(server, { method, path: where, body }, clinic, value) {
  const host = `${clinic.name}.localhost:${server.port}`;
  const http = await import('node:http');
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, method, path: where.replace('{}', value), headers: { Host: host, Origin: `http://${host}`, Cookie: clinic.cookie, 'Content-Type': 'application/json' } };
    const request = http.request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => {
        if (answer.statusCode < 300) resolve(text);
        else reject(new Failure(`${method} ${options.path}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    request.on('error', reject).end(body?.replace('{}', value));
  });
}

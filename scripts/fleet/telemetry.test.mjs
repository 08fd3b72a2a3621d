// What the real program sends to an OTLP receiver before it ends: node --test scripts/fleet/telemetry.test.mjs.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { World } from '../fault/world.mjs';
import { sendRequest } from '../fault/client.mjs';
import { tidy } from '../process.mjs';

/** Takes OTLP over HTTP and keeps each message; protobuf leaves names and texts readable in it. */
async function startReceiver() {
  const received = { '/v1/traces': [], '/v1/metrics': [] };
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received[request.url]?.push({ type: request.headers['content-type'], bytes: Buffer.concat(parts).toString('latin1') });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, endpoint: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

describe('Telemetry of the program', () => {
  let world;
  let receiver;
  before(async () => {
    world = await World.make({ clinics: ['alpha'], safe: false });
    receiver = await startReceiver();
  });
  after(async () => {
    receiver?.close();
    await tidy();
  });

  test('what was not sent yet is sent when it is told to stop', async () => {
    await world.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_SERVICE_NAME: 'celadon-server' });
    const answer = await sendRequest(world, 'alpha', 'GET', '/api/patients/4711');
    assert.equal(answer.status, 401);
    // Figures are sent once a minute and traces in batches: only the end of the process can have brought them so soon.
    assert.equal(receiver.received['/v1/metrics'].length, 0);
    assert.equal(await world.end(), 0);
    const [traces, metrics] = ['/v1/traces', '/v1/metrics'].map((path) => receiver.received[path].map(({ bytes }) => bytes).join(''));
    assert.ok(receiver.received['/v1/traces'].every(({ type }) => type === 'application/x-protobuf'));
    for (const word of ['GET /api/patients/{id}', 'celadon-server', 'celadon.clinic.id']) assert.ok(traces.includes(word), `no ${word} in the traces`);
    for (const word of ['http.server.request.duration', '/api/patients/{id}', 'celadon-server']) assert.ok(metrics.includes(word), `no ${word} in the figures`);
    for (const all of [traces, metrics]) assert.ok(!all.includes('4711') && !all.includes('alpha'), 'a path or a subdomain was sent');
  });

  test('a receiver that is away keeps nobody from stopping', async () => {
    await world.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    assert.equal((await sendRequest(world, 'alpha', 'GET', '/api/patients')).status, 401);
    assert.equal(await world.end(), 0);
  });
});

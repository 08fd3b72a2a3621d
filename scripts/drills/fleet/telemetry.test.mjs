// What a collector understands of what the real program sends: node --test scripts/drills/fleet/telemetry.test.mjs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { World, waitUntil } from '../fault/world.mjs';
import { sendRequest } from '../fault/client.mjs';
import { tidy } from '../../lib/process.mjs';
import { spansIn, startCollector } from './collector.mjs';

describe('Telemetry of the program', () => {
  let world;
  let collector;
  before(async () => {
    [world, collector] = await Promise.all([World.make({ clinics: ['alpha'], safe: false }), startCollector()]);
  });
  after(() => tidy());

  test('what was not sent yet is sent when it is told to stop, and a collector understands it', async () => {
    await world.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SERVICE_NAME: 'celadon-server', TRUSTED_PROXIES: '127.0.0.1' });
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const traced = { headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } };
    assert.equal((await sendRequest(world, 'alpha', 'GET', '/api/patients/4711', traced)).status, 401);
    // Figures are sent once a minute and traces in batches: only the end of the process can have brought them so soon.
    assert.doesNotMatch(collector.understood(), /http\.server\.request\.duration/);
    assert.equal(await world.end(), 0);
    await waitUntil('the collector to write both', 10, () => ['http.server.request.duration', 'GET /api/patients/{id}'].every((word) => collector.understood().includes(word)));
    const text = collector.understood();
    const request = spansIn(text).find(({ name }) => name === 'GET /api/patients/{id}');
    // The proxy is a trusted one, so its trace goes on.
    assert.deepEqual([request.trace, request.parent, request.kind], [trace, 'b7ad6b7169203331', 'SPAN_KIND_SERVER']);
    assert.equal(request.attributes['http.route'], '/api/patients/{id}');
    assert.equal(request.attributes['http.response.status_code'], '401');
    assert.match(request.attributes['celadon.clinic.id'], /^[\da-f-]{36}$/);
    assert.match(text, /service\.name: Str\(celadon-server\)/);
    assert.ok(!text.includes('4711') && !text.includes('alpha'), 'a path or a subdomain was sent');
  });

  test('a receiver that is away keeps nobody from stopping', async () => {
    await world.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    assert.equal((await sendRequest(world, 'alpha', 'GET', '/api/patients')).status, 401);
    assert.equal(await world.end(), 0);
  });
});

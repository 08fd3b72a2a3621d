// A vulnerable app on 127.0.0.1. Each tool must find its holes, which shows that finding nothing in the server means something.
import http from 'node:http';
import { text } from 'node:stream/consumers';

const DESCRIPTION = {
  openapi: '3.0.3',
  info: { title: 'holes', version: '1' },
  paths: {
    '/broken/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'fine' } },
      },
    },
  },
};

/** Repeats what is open in each paragraph, as a tree builder does. */
function multiplied(body) {
  const open = body.match(/<b /g)?.length ?? 0;
  return (body.match(/<p>/g) ?? []).flatMap(() => Array.from({ length: open }, (_, depth) => ({ depth })));
}

/** One buffer for all responses: thousands wait at once for clients that do not read them. */
const LARGE = Buffer.alloc(1 << 20, 'x');

/** A search with SQL injection, a number that breaks it, texts that are multiplied, and no time limits. */
export async function startCanary(world) {
  const server = http.createServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }, async (request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    const broken = /^\/broken\/-/.test(url.pathname);
    if (url.pathname === '/search') {
      const rows = await world.rows(`select name from registry.clinic where name like '%${url.searchParams.get('q')}%'`).catch((error) => error.message);
      response.setHeader('content-type', 'text/html');
      response.end(String(rows));
      return;
    }
    if (url.pathname === '/text') return response.end(String(multiplied(await text(request)).length));
    if (url.pathname === '/large') return response.end(LARGE);
    response.statusCode = broken ? 500 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(url.pathname === '/openapi.json' ? JSON.stringify(DESCRIPTION) : '{}');
  });
  server.timeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close(() => {}) ?? server.closeAllConnections() };
}

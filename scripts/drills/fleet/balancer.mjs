// A load balancer in place of a cluster's gateway: it sends traffic to servers that are ready, and to none that is ending.
import http from 'node:http';
import { pause } from '../fault/world.mjs';

const PROBED_EVERY = 100;

/** Starts it on this port. It never retries a request, so that every failure is counted. */
export async function startBalancer(port) {
  const balancer = { servers: [], refused: 0 };
  let turn = 0;
  const server = http.createServer((request, response) => {
    const ready = balancer.servers.filter((one) => one.isReady && !one.isEnding);
    const chosen = ready[(turn += 1) % ready.length];
    if (!chosen) {
      balancer.refused += 1;
      return void response.writeHead(502).end();
    }
    const onward = http.request({ host: '127.0.0.1', port: chosen.port, path: request.url, method: request.method, headers: request.headers, agent: chosen.agent });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      balancer.refused += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      await Promise.all(balancer.servers.map(async (one) => {
        one.isReady = await fetch(`http://127.0.0.1:${one.ops}/health/ready`, { signal: AbortSignal.timeout(1000) }).then((answer) => answer.ok, () => false);
      }));
      await pause(PROBED_EVERY);
    }
  };
  void probe();
  /** Adds a server, which gets nothing before it says that it is ready. */
  balancer.add = (port, ops) => {
    const one = { port, ops, isReady: false, isEnding: false, agent: new http.Agent({ keepAlive: true }) };
    balancer.servers.push(one);
    return one;
  };
  balancer.remove = (one) => {
    balancer.servers = balancer.servers.filter((other) => other !== one);
    one.agent.destroy();
  };
  balancer.close = () => {
    isOver = true;
    server.closeAllConnections();
    server.close();
  };
  return balancer;
}

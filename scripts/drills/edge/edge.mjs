// HAProxy as infra/edge/haproxy.cfg sets it up, and clients of it with addresses of their own.
import fs from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { waitUntil } from '../fault/world.mjs';
import { Failure, atEnd, freePort, output, root, start, stop, tail } from '../../lib/process.mjs';

/** Debian keeps it where only root looks. */
const findProxy = () => ['haproxy', '/usr/sbin/haproxy'].find((file) => output(file, ['-v']));

/** Why there can be none here, if so. */
export const noProxy = !findProxy() && !process.env.CI && 'HAProxy is not installed (Debian: apt install haproxy)';

export class Edge {
  /** Before a server at `port`, with the certificates' `server.pem`; `outer` is the port of one more proxy before it. */
  static async make(world, made, port) {
    const edge = new Edge();
    Object.assign(edge, { port, outer: await freePort(), authority: fs.readFileSync(made.file('ours.crt')), socket: made.file('admin.sock') });
    const log = path.join(world.folder, 'haproxy.log');
    const env = {
      EDGE_ADDR: `127.0.0.1:${port}`, OUTER_ADDR: `127.0.0.1:${edge.outer}`, EDGE_CERTIFICATE: made.file('server.pem'), EDGE_AUTHORITY: made.file('ours.crt'),
      EDGE_SOCKET: edge.socket, SERVER_ADDR: `127.0.0.1:${world.port}`, SERVER_OPS_PORT: String(world.ops),
    };
    const program = findProxy();
    if (!program) throw new Failure('HAProxy is not installed (Debian: apt install haproxy).');
    const child = start(program, ['-db', '-f', path.join(root, 'infra/edge/haproxy.cfg'), '-f', path.join(root, 'scripts/drills/edge/outer.cfg')], { log, env });
    atEnd(() => stop(child));
    await waitUntil('HAProxy to listen', 10, () => {
      if (child.exitCode !== null) throw new Failure(`HAProxy ended:\n${tail(log)}`);
      return fs.existsSync(edge.socket);
    });
    return edge;
  }

  /** Waits until it sends requests to the server, or has noticed that it is away. */
  sees(status) {
    return waitUntil(`the edge to see the server ${status}`, 10, async () => (await this.figures()).status.startsWith(status));
  }

  /** What HAProxy has counted of its connections to the server. */
  async figures() {
    const text = await new Promise((resolve, reject) => {
      const socket = net.connect(this.socket, () => socket.end('show stat\n'));
      let all = '';
      socket.setEncoding('utf8').on('data', (part) => (all += part)).once('end', () => resolve(all)).once('error', reject);
    });
    const [head, ...lines] = text.replace(/^# /, '').trim().split('\n').map((line) => line.split(','));
    const line = lines.find(([proxy, server]) => proxy === 'servers' && server === 'server');
    const at = (name) => line[head.indexOf(name)];
    return { status: at('status'), connects: Number(at('connect')), reused: Number(at('reuse')) };
  }

  /** A TLS connection that comes from this address. */
  async secure(from, protocols, port = this.port) {
    const socket = tls.connect({ host: '127.0.0.1', port, localAddress: from, servername: 'alpha.localhost', ca: this.authority, ALPNProtocols: protocols });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return socket;
  }

  /** Somebody's browser: one connection of HTTP/2. */
  async visit(from, { outer = false } = {}) {
    const socket = await this.secure(from, ['h2'], outer ? this.outer : this.port);
    if (socket.alpnProtocol !== 'h2') throw new Failure(`The edge speaks ${socket.alpnProtocol}.`);
    const authority = `alpha.localhost:${this.port}`;
    const session = http2.connect(`https://${authority}`, { createConnection: () => socket });
    atEnd(() => session.destroy());
    return { authority, session, cookie: undefined };
  }
}

/** One request of a visitor; bodies are JSON. */
export function sendBy(visitor, method, target, body, headers = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const { authority, session, cookie } = visitor;
  return new Promise((resolve, reject) => {
    const request = session.request({
      ':method': method, ':path': target, ':authority': authority, origin: `https://${authority}`, ...(cookie && { cookie }),
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }), ...headers,
    });
    let answer = {};
    let content = '';
    request.once('response', (said) => (answer = said)).once('error', reject);
    request.setEncoding('utf8').on('data', (part) => (content += part)).once('end', () => resolve({ status: answer[':status'], headers: answer, text: content, json: content.startsWith('{') ? JSON.parse(content) : undefined }));
    request.end(text);
  });
}

// A TCP proxy in front of Postgres on 127.0.0.1: it can switch its target, stop forwarding, and cut a connection at its n-th message.
import net from 'node:net';

/** Starts it; `target` may be set anew at any time and holds for new connections. */
export async function startProxy(target) {
  const proxy = { target, cut: undefined, cuts: 0, silent: false, sockets: new Set() };
  const server = net.createServer({ noDelay: true }, (client) => {
    const database = net.connect({ host: '127.0.0.1', port: proxy.target, noDelay: true });
    const both = [client, database];
    let muted = false;
    for (const socket of both) {
      proxy.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        proxy.sockets.delete(socket);
        both.forEach((other) => other.destroy());
      });
    }
    client.on('data', (bytes) => {
      if (proxy.silent) return;
      const reached = proxy.cut && (proxy.cut.left -= 1) === 0;
      if (!reached) return void database.write(bytes);
      // Either the message does not reach the database, or the database does the work and its response is lost.
      const { delivered } = proxy.cut;
      proxy.cut = undefined;
      proxy.cuts += 1;
      muted = true;
      if (delivered) database.write(bytes, () => setTimeout(() => client.destroy(), 10));
      else client.destroy();
    });
    database.on('data', (bytes) => muted || proxy.silent || client.write(bytes));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = server.address().port;
  proxy.drop = () => proxy.sockets.forEach((socket) => socket.destroy());
  proxy.close = () => {
    proxy.drop();
    server.close();
  };
  return proxy;
}

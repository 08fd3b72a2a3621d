// A planted fault for the pooler's test: a proxy that sets the clinic's role for the session instead of the transaction.
import net from 'node:net';

const ENTERS = /^BEGIN; SET LOCAL ROLE (\w+); SET LOCAL search_path TO \w+/;

/** A simple query as the driver sends it, with another text. */
function message(text) {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * Starts a proxy that rewrites how the server enters a clinic: role and search path are set for the session, and not
 * again while its connection stays with the same clinic. That is correct without a pooler, and wrong with one.
 */
export async function startSessionRoleProxy(target) {
  const sockets = new Set();
  const server = net.createServer({ noDelay: true }, (client) => {
    const database = net.connect({ host: '127.0.0.1', port: target, noDelay: true });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, database].forEach((other) => other.destroy()));
    }
    let rest = Buffer.alloc(0);
    let hasBegun = false;
    let inside;
    const rewritten = (whole) => {
      if (whole[0] !== 0x51) return whole;
      const text = whole.toString('utf8', 5, whole.length - 1);
      if (/^ROLLBACK; RESET/.test(text)) inside = undefined;
      const clinic = ENTERS.exec(text)?.[1];
      if (!clinic) return whole;
      const enter = clinic === inside ? 'BEGIN' : `BEGIN; SET ROLE ${clinic}; SET search_path TO ${clinic}`;
      inside = clinic;
      return message(text.replace(ENTERS, enter));
    };
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        // The first message has no letter; each other is a letter, its length, its content.
        const head = hasBegun ? 1 : 0;
        if (rest.length < head + 4) return;
        const length = head + rest.readInt32BE(head);
        if (rest.length < length) return;
        const whole = rest.subarray(0, length);
        rest = rest.subarray(length);
        database.write(hasBegun ? rewritten(whole) : whole);
        hasBegun = true;
      }
    });
    database.on('data', (bytes) => client.write(bytes));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  };
  return { port: server.address().port, close };
}

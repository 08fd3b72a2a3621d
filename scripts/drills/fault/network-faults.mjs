// Network faults: connections to Postgres cut at each message, clients that hang up.
import net from 'node:net';
import { pause } from './world.mjs';

/** One write for each message at which its connection can be cut, before or after the message reaches the database. */
async function cut(world, load, { rounds }) {
  for (let at = 1; at <= rounds; at += 1) {
    for (const delivered of [false, true]) {
      world.proxy.cut = { left: at, delivered };
      const session = load.sessions[at % load.sessions.length];
      await load.write(session, ['patient', 'treatment', 'appointment', 'sign'][at % 4]);
    }
  }
  world.proxy.cut = undefined;
  return `${world.proxy.cuts} cuts`;
}

async function hungUp(world, load, { rounds }) {
  const [session] = load.sessions;
  const host = `${session.clinic}.localhost:${world.port}`;
  const body = JSON.stringify({ first_name: 'Ann', last_name: 'Hangs-Up' });
  const text = `POST /api/patients HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\ncookie: ${session.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  await load.during(async () => {
    for (let round = 0; round < rounds; round += 1) {
      const socket = net.connect(world.port, '127.0.0.1', () => {
        socket.write(text.slice(0, Math.floor((text.length * (round % 20)) / 19)), () => setTimeout(() => socket.destroy(), (round % 10) * 2));
      });
      socket.on('error', () => {});
      await pause(15);
    }
    await pause(300);
  });
  return `${rounds} clients`;
}

export const faults = [
  ['F9', 'a connection cut at its n-th message', cut, { rounds: 40, short: 16 }],
  ['F10', 'clients hang up after k bytes', hungUp, { rounds: 200, short: 60 }],
];

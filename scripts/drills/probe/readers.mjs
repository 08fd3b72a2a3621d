// Clients that request more than the network buffers hold and read nothing of it, or a little now and then; and one address that
// opens as many connections as it can. Open connections are counted in the server's system and not by the clients.
import fs from 'node:fs';
import net from 'node:net';
import { sendRequest } from '../fault/client.mjs';
import { pause } from '../fault/world.mjs';

const READERS = 20;

/** How long an answer may wait for a client that takes nothing, and a little more. */
const HELD_FOR = 45_000;

/** Beyond what one address may have open (256). */
const CONNECTIONS = 400;

/** Connections that are established at this port, seen from the side that listens. */
function established(port) {
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(1) : []));
  return lines.filter((line) => {
    const [, at, , state] = line.trim().split(/\s+/);
    return at?.endsWith(`:${local}`) && state === '01';
  }).length;
}

function connected(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

/** Asks for far more than is kept on the way, over connections of which half are not read at all and half a hundred bytes a second. */
async function open(port, host, path) {
  const wanted = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(400);
  const sockets = await Promise.all(Array.from({ length: READERS }, () => connected(port)));
  const timers = sockets.map((socket, number) => {
    socket.pause();
    socket.write(wanted);
    return setInterval(() => number % 2 && !socket.destroyed && socket.read(100), 1000);
  });
  return () => {
    timers.forEach(clearInterval);
    sockets.forEach((socket) => socket.destroy());
  };
}

/** How many of the readers are still served after their time. */
async function held(port, host, path) {
  const before = established(port);
  const close = await open(port, host, path);
  await pause(1000);
  const began = established(port) - before;
  await pause(HELD_FOR);
  const left = established(port) - before;
  close();
  return { began, left };
}

/** How many connections of one address are open at once. */
async function openConnections(port) {
  const before = established(port);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(port)));
  await pause(500);
  const open = established(port) - before;
  sockets.forEach((socket) => socket.destroy());
  await pause(500);
  return open;
}

export async function slowReaders(world, session, canary) {
  const canaryPort = Number(new URL(canary.url).port);
  const planted = await held(canaryPort, 'localhost', '/large');
  const together = await openConnections(world.port);
  const own = await held(world.port, `${session.clinic}.localhost:${world.port}`, '/api/openapi.json');
  const answer = await sendRequest(world, session.clinic, 'GET', '/api/auth/session', { cookie: session.cookie });
  const findings = (own.left > 0 ? 1 : 0) + (own.began < READERS ? 1 : 0) + (together > 256 ? 1 : 0) + (answer.status === 200 ? 0 : 1);
  return {
    planted: planted.left >= READERS / 2, findings, requests: READERS * 2 + CONNECTIONS,
    note: `of ${READERS} readers that take nothing, or a hundred bytes a second, ${own.left} are held after ${HELD_FOR / 1000} s, at the planted app ${planted.left}; of ${CONNECTIONS} connections of one address ${together} stay open`,
  };
}

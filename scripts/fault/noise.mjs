// A clinic that asks without pause over 32 connections, as a process of its own: node noise.mjs PORT CLINIC COOKIE.
// Ends with its input, and then says how many answers it got.
import http from 'node:http';
import { ask } from './client.mjs';

const [port, clinic, cookie] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const answered = {};
let over = false;

async function shout() {
  while (!over) {
    const { status } = await ask({ port }, clinic, 'GET', '/api/patients', { cookie, agent });
    answered[status] = (answered[status] ?? 0) + 1;
  }
}

process.stdin.resume().once('end', () => (over = true));
await Promise.all(Array.from({ length: 32 }, shout));
process.stdout.write(JSON.stringify(answered));
process.exit();

// Sends requests of one clinic without pause over 32 connections: node noisy-clinic.mjs PORT CLINIC COOKIE.
// Ends when its input ends, and prints how many responses of each status it got.
import http from 'node:http';
import { sendRequest } from './client.mjs';

const [port, clinic, cookie] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const answered = {};
let isOver = false;

async function sendRequests() {
  while (!isOver) {
    const { status } = await sendRequest({ port }, clinic, 'GET', '/api/patients', { cookie, agent });
    answered[status] = (answered[status] ?? 0) + 1;
  }
}

process.stdin.resume().once('end', () => (isOver = true));
await Promise.all(Array.from({ length: 32 }, sendRequests));
process.stdout.write(JSON.stringify(answered));
process.exit();

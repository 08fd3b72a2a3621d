// The real program behind a real HAProxy: TLS and HTTP/2 outside, HTTP/1.1 to the server: node --test scripts/drills/edge/edge.test.mjs.
import assert from 'node:assert/strict';
import http2 from 'node:http2';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { PASSWORD, World, pause } from '../fault/world.mjs';
import { signature } from '../fault/png.mjs';
import { Certificates, noCertificates } from '../fleet/certificates.mjs';
import { atEnd, freePort, tidy } from '../../lib/process.mjs';
import { Edge, noProxy, sendBy } from './edge.mjs';

const CLIENT = '127.0.0.9';
const OUTER = '127.0.0.3';
const INVENTED = '203.0.113.7';
/** What a client may claim about itself. */
const FORGED = { 'x-forwarded-for': `${INVENTED}, ${INVENTED}`, forwarded: `for=${INVENTED}`, 'x-real-ip': INVENTED, 'x-forwarded-host': 'beta.localhost', 'x-forwarded-proto': 'http' };

/** The edge's limit on a head, and the server's on a body (server/foundation/http_api/src/body.rs), in seconds. */
const HEAD = 10;
const BODY = 15;

describe('Behind an edge', { skip: noProxy || noCertificates }, () => {
  let world;
  let edge;
  let nora;
  let slow;

  const serve = async (env) => {
    if (world.server) {
      await world.end();
      await edge?.sees('DOWN');
    }
    await world.serve(env);
    await edge?.sees('UP');
  };

  const signIn = async (visitor) => {
    const answer = await sendBy(visitor, 'POST', '/api/auth/login', { email: 'owner@clinic.example', password: PASSWORD }, FORGED);
    assert.equal(answer.status, 200, answer.text);
    return { ...visitor, cookie: answer.headers['set-cookie'][0].split(';')[0] };
  };

  /** The address that the audit has of a read with forged headers. */
  const notedAddress = async (visitor) => {
    const answer = await sendBy(visitor, 'GET', '/api/patients', undefined, FORGED);
    assert.equal(answer.status, 200, answer.text);
    const [[ip, action]] = await world.rows(`select ip, action from ${world.schemas.alpha}.audit order by id desc limit 1`);
    assert.equal(action, 'patient.list');
    return ip;
  };

  /** Sends a bit of something every second until the connection ends; answers what came back and after how long. */
  const trickle = async (first, rest) => {
    const socket = await edge.secure('127.0.0.8', ['http/1.1']);
    const began = Date.now();
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => (answer += part)).on('error', () => {});
    const ended = new Promise((resolve) => socket.once('close', resolve).once('end', resolve));
    socket.write(first);
    const timer = setInterval(() => socket.write(rest), 1000);
    atEnd(() => socket.destroy());
    await ended;
    clearInterval(timer);
    return { answer, seconds: (Date.now() - began) / 1000 };
  };

  before(async () => {
    const made = new Certificates();
    made.authority('ours');
    made.certificate('ours', ['localhost', '*.localhost', 'alpha.localhost']);
    const port = await freePort();
    world = await World.make({ clinics: ['alpha'], safe: false, env: { BASE_URL: `https://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1' } });
    await world.rows(`insert into ${world.schemas.alpha}.clinic_module (module, is_on, version, changed_at) values ('import_clients', true, 1, now()) on conflict (module) do update set is_on = true`);
    await serve();
    edge = await Edge.make(world, made, port);
    await edge.sees('UP');
    nora = await signIn(await edge.visit(CLIENT));
    const host = `Host: ${nora.authority}\r\nOrigin: https://${nora.authority}\r\n`;
    slow = {
      head: trickle(`GET /api/patients HTTP/1.1\r\n${host}`, 'X-More: x\r\n'),
      body: trickle(`POST /api/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`, ' '),
    };
  });
  after(() => tidy());

  test('many requests of one connection of HTTP/2 share a connection of HTTP/1.1 to the server', async () => {
    const before = await edge.figures();
    for (let count = 0; count < 30; count += 1) assert.equal((await sendBy(nora, 'GET', '/api/auth/session')).status, 200);
    const after = await edge.figures();
    assert.ok(after.connects - before.connects <= 1, `${after.connects - before.connects} connections for 30 requests`);
    assert.ok(after.reused - before.reused >= 29, `${after.reused - before.reused} requests over a connection that was there`);
    const many = await Promise.all(Array.from({ length: 40 }, () => sendBy(nora, 'GET', '/api/auth/session')));
    assert.ok(many.every(({ status }) => status === 200), 'not all of 40 at once were answered');
  });

  test('the server itself speaks no HTTP/2 and believes no PROXY line', async () => {
    const session = http2.connect(`http://127.0.0.1:${world.port}`);
    await new Promise((resolve) => session.once('error', resolve).once('close', resolve).request({ ':path': '/api/auth/session' }).on('error', () => {}));
    session.destroy();
    const socket = net.connect(world.port, '127.0.0.1', () => socket.write(`PROXY TCP4 ${INVENTED} 127.0.0.1 50000 443\r\nGET / HTTP/1.1\r\nHost: ${nora.authority}\r\n\r\n`));
    let answer = '';
    await new Promise((resolve) => socket.setEncoding('utf8').on('data', (part) => (answer += part)).on('error', resolve).once('close', resolve));
    assert.match(answer, /^(HTTP\/1\.1 400 |$)/);
  });

  test('a record with a drawn signature, and a file in parts of half a megabyte at once, arrive whole', async () => {
    const send = async (method, path, body, status) => {
      const answer = await sendBy(nora, method, path, body);
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
      return answer.json;
    };
    const { id: patient_id } = await send('POST', '/api/patients', { first_name: 'Nora', last_name: 'Lindqvist' }, 201);
    await send('POST', '/api/gfe', { patient_id, vitals: 'HR: 70 bpm' }, 201);
    await send('POST', '/api/treatments', { patient_id, treatment_type: 'Botox', areas: 'Glabella', notes: 'Well', units: 20, lot: 'C7842', provider_signature: signature(400, 100) }, 201);
    const part = Buffer.alloc(512 * 1024, 'Nora,Lindqvist\n');
    const parts = 12;
    const { id } = await send('POST', '/api/imports', { file_name: 'clients.csv', file_bytes: part.length * parts }, 201);
    await Promise.all(Array.from({ length: parts }, (_, at) => send('PUT', `/api/imports/${id}/parts/${at + 1}`, { data: part.toString('base64') }, 204)));
    const [[count, bytes]] = await world.rows(`select count(*), sum(octet_length(data)) from ${world.schemas.alpha}.import_part where batch_id = ${id}`);
    assert.deepEqual([Number(count), Number(bytes)], [parts, part.length * parts]);
  });

  test('what is too large is refused with an answer that reaches the client', async () => {
    const answer = await sendBy(nora, 'POST', '/api/patients', { first_name: 'x'.repeat(4 << 20) });
    assert.equal(answer.status, 413, answer.text);
  });

  test('one client has 256 connections at most, and others are served', async () => {
    const sockets = [];
    atEnd(() => sockets.forEach((socket) => socket.destroy()));
    let refused = 0;
    for (let count = 0; count < 270; count += 1) {
      const socket = net.connect({ host: '127.0.0.1', port: edge.port, localAddress: '127.0.0.7' });
      sockets.push(socket);
      socket.on('error', () => {}).once('close', () => (refused += 1));
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    }
    for (const until = Date.now() + 5000; refused < 14 && Date.now() < until; ) await pause(20);
    assert.equal(refused, 14);
    assert.equal((await sendBy(nora, 'GET', '/api/auth/session')).status, 200);
    sockets.forEach((socket) => socket.destroy());
  });

  test('a head that comes slowly is ended by the edge and a body by the server, and nobody waits for either', async () => {
    const quick = [];
    let over = false;
    const both = Promise.all([slow.head, slow.body]).finally(() => (over = true));
    while (!over) {
      const began = Date.now();
      assert.equal((await sendBy(nora, 'GET', '/api/auth/session')).status, 200);
      quick.push(Date.now() - began);
      await Promise.race([pause(200), both]);
    }
    const [head, body] = await both;
    assert.match(head.answer, /^HTTP\/1\.1 408 /);
    assert.ok(head.seconds >= HEAD - 1 && head.seconds < HEAD + 5, `the head: ${head.seconds} s`);
    assert.match(body.answer, /^HTTP\/1\.1 4\d\d /);
    assert.ok(body.seconds >= BODY - 1 && body.seconds < BODY + 8, `the body: ${body.seconds} s`);
    assert.ok(Math.max(...quick) < 1000, `somebody waited ${Math.max(...quick)} ms`);
  });

  test('the client is known by the address that the edge has seen, whatever the client claims', async () => {
    assert.equal(await notedAddress(nora), CLIENT);
    // With two proxies and only one counted, the inner one's client is the outer one.
    assert.equal(await notedAddress({ ...(await edge.visit(CLIENT, { outer: true })), cookie: nora.cookie }), OUTER);
    await serve({ TRUSTED_PROXIES: `127.0.0.1,${OUTER}`, TRUSTED_PROXY_HOPS: '2' });
    assert.equal(await notedAddress({ ...(await edge.visit(CLIENT, { outer: true })), cookie: nora.cookie }), CLIENT);
    assert.equal(await notedAddress({ ...(await edge.visit(CLIENT)), cookie: nora.cookie }), CLIENT);
    // With an edge that is not named, everybody has the edge's address; still nothing is believed.
    await serve({ TRUSTED_PROXIES: '' });
    assert.equal(await notedAddress({ ...(await edge.visit(CLIENT)), cookie: nora.cookie }), '127.0.0.1');
  });
});

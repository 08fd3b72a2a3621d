// Clients that write under load and record every response: the history that the invariants are checked against.
import crypto from 'node:crypto';
import http from 'node:http';
import { CLINICS, PASSWORD, pause } from './world.mjs';
import { signature } from './png.mjs';

const PROVIDER = signature(400, 100);
export const TALL = signature(400, 120);
const PATIENT = { first_name: 'Nora', last_name: 'Lindqvist' };
/** What is typed as a signature must be the patient's name. */
export const SIGNER = `${PATIENT.first_name} ${PATIENT.last_name}`;

/** One request to a clinic at 127.0.0.1; status 0 means no response. */
export function sendRequest(world, clinic, method, path, { body, cookie, key, headers = {}, agent, timeout = 15_000 } = {}) {
  const host = `${clinic}.localhost:${world.port}`;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const request = http.request({
      host: '127.0.0.1', port: world.port, method, path, agent, timeout,
      headers: {
        host, origin: `http://${host}`,
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(cookie && { cookie }), ...(key && { 'idempotency-key': key }), ...headers,
      },
    });
    request.once('timeout', () => request.destroy());
    request.once('error', (error) => resolve({ status: 0, why: error.code }));
    request.once('response', (answer) => {
      let content = '';
      answer.setEncoding('utf8').on('data', (part) => (content += part));
      answer.once('error', () => resolve({ status: 0, why: 'cut' }));
      answer.once('end', () => {
        let json;
        try {
          json = content && JSON.parse(content);
        } catch { /* not JSON */ }
        resolve({ status: answer.statusCode, json, text: content, headers: answer.headers });
      });
    });
    request.end(text);
  });
}

function must(answer, status, what) {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.text ?? answer.why}`);
  return answer.json;
}

export async function signIn(world, clinic) {
  const answer = await sendRequest(world, clinic, 'POST', '/api/auth/login', { body: { email: 'owner@clinic.example', password: PASSWORD } });
  must(answer, 200, 'signing in');
  return answer.headers['set-cookie'][0].split(';')[0];
}

/** A session of a clinic's owner, with a patient who may be treated and a template. */
export async function enter(world, clinic) {
  const cookie = await signIn(world, clinic);
  const post = (path, body) => sendRequest(world, clinic, 'POST', path, { body, cookie });
  const patient = must(await post('/api/patients', PATIENT), 201, 'a patient').id;
  must(await post('/api/gfe', { patient_id: patient, vitals: 'HR: 70 bpm' }), 201, 'an exam');
  const template = must(await post('/api/consents/templates', { name: 'Photos', body: '<p>May we?</p>' }), 201, 'a template').id;
  return { world, clinic, cookie, patient, template, minute: 0 };
}

/** The writes that are sent; each says what marks its row. */
const WRITES = {
  patient: (session, marker) => ['/api/patients', { first_name: 'Ann', last_name: marker }],
  treatment: (session, marker) => ['/api/treatments', { patient_id: session.patient, treatment_type: 'Botox', areas: 'Glabella', notes: marker, units: 20, lot: 'C7842', provider_signature: PROVIDER }],
  appointment: (session, marker) => {
    session.minute += 30;
    const time = new Date(Date.UTC(2027, 2, 1) + session.minute * 60_000).toISOString().slice(0, 16);
    return ['/api/appointments', { patient_id: session.patient, appointment_time: time, service: 'Consultation', notes: marker }];
  },
  refused: (session, marker) => ['/api/patients', { first_name: marker, last_name: '' }],
};
const KINDS = ['patient', 'patient', 'treatment', 'appointment', 'appointment', 'refused', 'sign'];

export class Load {
  constructor(sessions) {
    this.sessions = sessions;
    /** Each write ever sent: { clinic, kind, marker, outcome: acknowledged | refused | unknown, tries, began, ended }. */
    this.history = [];
    this.statuses = {};
    this.errors = new Set();
    this.number = 0;
  }

  note(answer) {
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
    if (answer.status >= 500 && answer.status !== 503) this.errors.add(`${answer.status} ${answer.text.slice(0, 200)}`);
  }

  /** Sends one write until it is answered, always with the same key, or gives up. */
  async write(session, kind, { patience = 12_000, agent } = {}) {
    const marker = `CANARY-${session.clinic}-${(this.number += 1)}-${crypto.randomBytes(4).toString('hex')}`;
    const record = { clinic: session.clinic, kind, marker, outcome: 'unknown', tries: 0, began: Date.now() };
    const until = Date.now() + patience;
    if (kind === 'sign') {
      const issued = await sendRequest(session.world, session.clinic, 'POST', `/api/consents/${session.patient}/issue`, { body: { templateId: session.template }, cookie: session.cookie, key: crypto.randomUUID(), agent });
      this.note(issued);
      if (issued.status !== 201) return;
      record.token = issued.json.portal_url.split('/').pop();
    }
    const [path, body] = kind === 'sign' ? [`/api/portal/consent/${record.token}/sign`, { typed_name: SIGNER }] : WRITES[kind](session, marker);
    // What the signer types is given, so that the browser's name marks the row.
    const headers = kind === 'sign' ? { 'user-agent': marker } : {};
    const key = kind === 'sign' ? undefined : crypto.randomUUID();
    this.history.push(record);
    do {
      record.tries += 1;
      const answer = await sendRequest(session.world, session.clinic, 'POST', path, { body, cookie: kind === 'sign' ? undefined : session.cookie, key, headers, agent });
      this.note(answer);
      if (answer.status === 200 || answer.status === 201) record.outcome = 'acknowledged';
      else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) record.outcome = 'refused';
      record.ended = Date.now();
      if (record.outcome !== 'unknown') return;
      await pause(60);
    } while (Date.now() < until && !this.once);
  }

  /** Writers at work until the promise is settled; each finishes what it has begun. */
  async during(work, { writers = 3, once = false, agent } = {}) {
    this.once = once;
    let over = false;
    const write = async (session) => {
      for (let turn = Math.floor(Math.random() * KINDS.length); !over; turn += 1) {
        await this.write(session, KINDS[turn % KINDS.length], { agent });
        await pause(10);
      }
    };
    const all = this.sessions.flatMap((session) => Array.from({ length: writers }, () => write(session)));
    try {
      return await work();
    } finally {
      over = true;
      const began = Date.now();
      await Promise.all(all);
      this.drained = (Date.now() - began) / 1000;
      this.once = false;
    }
  }

  /** Seconds from the fault's end until what was under way is answered and a write is acknowledged in each clinic. */
  async recovery() {
    const began = Date.now() - (this.drained ?? 0) * 1000;
    this.drained = 0;
    for (const session of this.sessions) {
      for (;;) {
        const before = this.history.length;
        await this.write(session, 'patient', { patience: 0 });
        if (this.history[before]?.outcome === 'acknowledged') break;
        if (Date.now() - began > 20_000) return Infinity;
        await pause(50);
      }
    }
    return (Date.now() - began) / 1000;
  }
}

export const enterAll = (world) => Promise.all(CLINICS.map((clinic) => enter(world, clinic)));

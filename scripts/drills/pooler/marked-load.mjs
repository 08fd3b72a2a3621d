// Load from many clinics at once. Each marks everything it writes, so that a response or a row with another clinic's mark is found.
import crypto from 'node:crypto';
import http from 'node:http';
import { sendRequest, signIn } from '../fault/client.mjs';
import { PASSWORD, pause } from '../fault/world.mjs';

const mark = (clinic) => `MARK-${clinic}-`;
const pick = (list) => list[crypto.randomInt(list.length)];

export class MarkedLoad {
  constructor(world, clinics) {
    Object.assign(this, { world, clinics, sessions: [], foreign: 0, wrong: new Map(), answered: 0, busy: 0, cancelled: 0, signedIn: 0, written: [] });
  }

  /** Signs in to each clinic and adds a few patients. */
  async signIn() {
    for (const clinic of this.clinics) {
      const session = { clinic, cookie: await signIn(this.world, clinic), patients: [] };
      for (let turn = 0; turn < 3; turn += 1) await this.write(session);
      this.sessions.push(session);
    }
  }

  /** Checks a response: whose marks it has, and whether its status is the wanted one. */
  check(session, what, answer, wanted) {
    if (answer.status === 503) return void (this.busy += 1);
    if (answer.status === 0) return void this.note(`${what}: ${answer.why}`);
    this.answered += 1;
    const marks = answer.text.match(/MARK-\w+-/g) ?? [];
    if (marks.some((one) => one !== mark(session.clinic))) this.foreign += 1;
    if (answer.status !== wanted) this.note(`${what}: ${answer.status}`);
    return answer.json;
  }

  note(what) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }

  get(session, path, options) {
    return sendRequest(this.world, session.clinic, 'GET', path, { cookie: session.cookie, ...options });
  }

  async write(session, options) {
    const marker = `${mark(session.clinic)}${crypto.randomBytes(6).toString('hex')}`;
    const answer = await sendRequest(this.world, session.clinic, 'POST', '/api/patients', { body: { first_name: 'Ann', last_name: marker }, cookie: session.cookie, ...options });
    const made = this.check(session, 'a write', answer, 201);
    if (answer.status !== 201) return;
    session.patients.push(made.id);
    this.written.push({ clinic: session.clinic, marker });
  }

  /** A request whose client closes the connection before or shortly after the response. */
  hangUp(session, path, body) {
    const host = `${session.clinic}.localhost:${this.world.port}`;
    const text = body && JSON.stringify(body);
    return new Promise((resolve) => {
      const headers = { host, origin: `http://${host}`, cookie: session.cookie, ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }) };
      const request = http.request({ host: '127.0.0.1', port: this.world.port, path, method: text ? 'POST' : 'GET', headers });
      const over = () => {
        request.destroy();
        resolve();
      };
      request.on('error', over);
      request.on('response', over);
      request.end(text);
      setTimeout(over, crypto.randomInt(25));
      this.cancelled += 1;
    });
  }

  async act(session) {
    const actions = [
      async () => this.check(session, 'a list', await this.get(session, '/api/patients'), 200),
      async () => this.check(session, 'a patient', await this.get(session, `/api/patients/${pick(session.patients)}`), 200),
      async () => this.check(session, 'the session', await this.get(session, '/api/auth/session'), 200),
      async () => this.check(session, 'the team', await this.get(session, '/api/team'), 200),
      () => this.write(session),
      () => this.write(session),
      () => this.hangUp(session, '/api/patients'),
      () => this.hangUp(session, '/api/patients', { first_name: 'Ann', last_name: `${mark(session.clinic)}cut` }),
    ];
    await pick(actions)();
  }

  async signInAgain(session) {
    const answer = await sendRequest(this.world, session.clinic, 'POST', '/api/auth/login', { body: { email: 'owner@clinic.example', password: PASSWORD } });
    this.check(session, 'a sign-in', answer, 200);
    this.signedIn += 1;
    if (answer.status === 200) session.cookie = answer.headers['set-cookie'][0].split(';')[0];
  }

  /** Runs so many workers for so many turns each; bounded by count, so that a slow machine does the same work. */
  async work({ workers, turns, signIns }) {
    await Promise.all(Array.from({ length: workers }, async (_, worker) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const session = pick(this.sessions);
        if (worker < 2 && turn % Math.ceil(turns / signIns) === 0) await this.signInAgain(session);
        else await this.act(session);
      }
    }));
    // Transactions of closed connections are still being rolled back.
    await pause(300);
  }

  /** Counts rows stored in the wrong clinic, and acknowledged writes that are not stored exactly once. */
  async stored() {
    const held = (clinic) => `select '${clinic}', last_name, count(*) from ${this.world.schemas[clinic]}.patient group by 2`;
    const rows = await this.world.rows(this.clinics.map(held).join(' union all '));
    const strange = rows.filter(([clinic, name]) => !name.startsWith(mark(clinic))).length;
    const found = new Map(rows.map(([clinic, name, count]) => [`${clinic} ${name}`, Number(count)]));
    const lost = this.written.filter(({ clinic, marker }) => found.get(`${clinic} ${marker}`) !== 1).length;
    return { strange, lost };
  }
}

// Many clinics at once, each with its own mark on everything it writes: whatever it is answered may bear no other's.
import crypto from 'node:crypto';
import http from 'node:http';
import { ask, signIn } from '../fault/client.mjs';
import { PASSWORD, pause } from '../fault/world.mjs';

const mark = (clinic) => `MARK-${clinic}-`;
const pick = (list) => list[crypto.randomInt(list.length)];

export class Crowd {
  constructor(world, clinics) {
    Object.assign(this, { world, clinics, doors: [], foreign: 0, wrong: new Map(), answered: 0, busy: 0, cancelled: 0, signedIn: 0, written: [] });
  }

  /** Signs everybody in and gives each clinic a few patients of its own. */
  async enter() {
    for (const clinic of this.clinics) {
      const door = { clinic, cookie: await signIn(this.world, clinic), patients: [] };
      for (let turn = 0; turn < 3; turn += 1) await this.write(door);
      this.doors.push(door);
    }
  }

  /** What came back, judged: whose marks it bears, and whether a right request was answered rightly. */
  judge(door, what, answer, wanted) {
    if (answer.status === 503) return void (this.busy += 1);
    if (answer.status === 0) return void this.note(`${what}: ${answer.why}`);
    this.answered += 1;
    const marks = answer.text.match(/MARK-\w+-/g) ?? [];
    if (marks.some((one) => one !== mark(door.clinic))) this.foreign += 1;
    if (answer.status !== wanted) this.note(`${what}: ${answer.status}`);
    return answer.json;
  }

  note(what) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }

  get(door, path, options) {
    return ask(this.world, door.clinic, 'GET', path, { cookie: door.cookie, ...options });
  }

  async write(door, options) {
    const marker = `${mark(door.clinic)}${crypto.randomBytes(6).toString('hex')}`;
    const answer = await ask(this.world, door.clinic, 'POST', '/api/patients', { body: { first_name: 'Ann', last_name: marker }, cookie: door.cookie, ...options });
    const made = this.judge(door, 'a write', answer, 201);
    if (answer.status !== 201) return;
    door.patients.push(made.id);
    this.written.push({ clinic: door.clinic, marker });
  }

  /** A request whose client hangs up before the answer, or a moment after. */
  hangUp(door, path, body) {
    const host = `${door.clinic}.localhost:${this.world.port}`;
    const text = body && JSON.stringify(body);
    return new Promise((resolve) => {
      const headers = { host, origin: `http://${host}`, cookie: door.cookie, ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }) };
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

  async act(door) {
    const actions = [
      async () => this.judge(door, 'a list', await this.get(door, '/api/patients'), 200),
      async () => this.judge(door, 'a patient', await this.get(door, `/api/patients/${pick(door.patients)}`), 200),
      async () => this.judge(door, 'the session', await this.get(door, '/api/auth/session'), 200),
      async () => this.judge(door, 'the team', await this.get(door, '/api/team'), 200),
      () => this.write(door),
      () => this.write(door),
      () => this.hangUp(door, '/api/patients'),
      () => this.hangUp(door, '/api/patients', { first_name: 'Ann', last_name: `${mark(door.clinic)}cut` }),
    ];
    await pick(actions)();
  }

  async signInAgain(door) {
    const answer = await ask(this.world, door.clinic, 'POST', '/api/auth/login', { body: { email: 'owner@clinic.example', password: PASSWORD } });
    this.judge(door, 'a sign-in', answer, 200);
    this.signedIn += 1;
    if (answer.status === 200) door.cookie = answer.headers['set-cookie'][0].split(';')[0];
  }

  /** So many at work, so many turns each: bounded in number, not in time. */
  async work({ workers, turns, signIns }) {
    await Promise.all(Array.from({ length: workers }, async (_, worker) => {
      for (let turn = 0; turn < turns; turn += 1) {
        const door = pick(this.doors);
        if (worker < 2 && turn % Math.ceil(turns / signIns) === 0) await this.signInAgain(door);
        else await this.act(door);
      }
    }));
    // What was cut short is rolled back behind the requests' backs.
    await pause(300);
  }

  /** Past everything: rows in a clinic that are another's, and acknowledged writes that are not there exactly once. */
  async stored() {
    const held = (clinic) => `select '${clinic}', last_name, count(*) from ${this.world.schemas[clinic]}.patient group by 2`;
    const rows = await this.world.rows(this.clinics.map(held).join(' union all '));
    const strange = rows.filter(([clinic, name]) => !name.startsWith(mark(clinic))).length;
    const found = new Map(rows.map(([clinic, name, count]) => [`${clinic} ${name}`, Number(count)]));
    const lost = this.written.filter(({ clinic, marker }) => found.get(`${clinic} ${marker}`) !== 1).length;
    return { strange, lost };
  }
}

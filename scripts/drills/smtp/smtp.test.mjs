// What the real program sends to a real mail server, aiosmtpd, over TLS and without: node --test scripts/drills/smtp/smtp.test.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, sendRequest } from '../fault/client.mjs';
import { World, waitUntil } from '../fault/world.mjs';
import { Certificates, noCertificates } from '../fleet/certificates.mjs';
import { freePort, root, start, stop, tidy } from '../../lib/process.mjs';
import { startMailServers } from './mail-server.mjs';

/** The longest that one mail may take (server/foundation/mail/src/smtp.rs). */
const LONGEST = 30;
const BEHIND = 'claimed_until is null and attempts >= 1 and done_at is null';

/** A served clinic in which consents are sent, with aiosmtpd as its mail server. */
class Clinic {
  static async make() {
    const clinic = new Clinic();
    clinic.world = await World.make({ clinics: ['alpha'], safe: false });
    await clinic.world.serve();
    Object.assign(clinic, await enter(clinic.world, 'alpha'));
    clinic.table = `${clinic.world.schemas.alpha}.job`;
    clinic.number = 0;
    return clinic;
  }

  async send(method, url, body, status) {
    const answer = await sendRequest(this.world, 'alpha', method, url, { body, cookie: this.cookie });
    assert.equal(answer.status, status, `${url}: ${answer.text}`);
    return answer.json;
  }

  /** Asks for one mail to an address of its own; answers that and the job. */
  async order() {
    const address = `nora.${(this.number += 1)}@example.com`;
    await this.send('PATCH', `/api/patients/${this.patient}`, { email: address }, 200);
    const { consent } = await this.send('POST', `/api/consents/${this.patient}/issue`, { templateId: this.template }, 201);
    await this.send('POST', `/api/consents/issued/${consent.id}/remind`, undefined, 200);
    const [[job]] = await this.world.rows(`select max(id) from ${this.table} where kind = 'consent_reminder'`);
    return { address, job };
  }

  is(job, condition) {
    return this.world.count(`select count(*) from ${this.table} where id = ${job} and ${condition}`);
  }

  /** Lets a worker with these settings run until the job is so; answers its log and its metrics. */
  async work(env, job, condition, seconds = 20) {
    const log = path.join(this.world.folder, `work-${job}-${Date.now()}.log`);
    const ops = await freePort();
    const worker = start(this.world.binary, ['work'], { log, env: { ...this.world.env, OPS_ADDR: `127.0.0.1:${ops}`, ...env } });
    try {
      await waitUntil(`job ${job} to be so: ${condition}`, seconds, () => this.is(job, condition));
      const metrics = await fetch(`http://127.0.0.1:${ops}/metrics`).then((answer) => answer.text());
      return { metrics, log: fs.readFileSync(log, 'utf8') };
    } finally {
      await stop(worker);
      // What has failed must not be tried again at the next server.
      await this.world.rows(`update ${this.table} set run_at = now() + interval '1 hour' where done_at is null and id = ${job}`);
    }
  }
}

const failures = (metrics, name) => Number(new RegExp(`^celadon_jobs_${name}_total\\{kind="consent_reminder"[^}]*\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);

describe('Mails of the program', { skip: noCertificates }, () => {
  let made;
  let mails;
  let clinic;
  let slow;
  const url = (server, { host = 'localhost', user = 'celadon:secret@' } = {}) => {
    const [scheme, query] = { tls: ['smtps', ''], starttls: ['smtp', '?tls=required'] }[server] ?? ['smtp', ''];
    return `${scheme}://${['tls', 'starttls'].includes(server) ? user : ''}${host}:${mails.ports[server]}${query}`;
  };
  const trusted = () => ({ SMTP_CA_FILE: made.file('ours.crt') });

  before(async () => {
    made = new Certificates();
    for (const name of ['ours', 'other']) made.authority(name);
    made.certificate('ours');
    mails = await startMailServers(made);
    // A clinic of its own, because its worker waits for half a minute while the other one sends.
    [clinic, slow] = await Promise.all([Clinic.make(), Clinic.make()]);
    slow.began = Date.now();
    slow.ordered = await slow.order();
    slow.result = slow.work({ SMTP_URL: url('slow') }, slow.ordered.job, BEHIND, LONGEST + 20);
  });
  after(() => tidy());

  for (const server of ['starttls', 'tls']) {
    test(`a mail arrives over ${server === 'tls' ? 'TLS from the first byte' : 'STARTTLS'}, whole and readable as it came`, async () => {
      const { address, job } = await clinic.order();
      await clinic.work({ SMTP_URL: url(server), ...trusted() }, job, 'done_at is not null');
      const heard = mails.at(server);
      assert.deepEqual(heard.filter(({ did }) => did !== 'greeted').map(({ did }) => did), ['signed in', 'sender', 'mail']);
      const { sender, to, mail } = heard.at(-1);
      assert.deepEqual(to, [address]);
      assert.ok(mail.headers.from.includes(sender), `${mail.headers.from} was sent as ${sender}`);
      assert.equal(mail.headers.subject, 'A form from Clinic alpha to read and sign');
      assert.ok(mail.headers['message-id'] && mail.headers.date, 'no id or no date');
      assert.match(mail.text, /\/portal\/sign\/[\w-]{43}/);
      assert.doesNotMatch(`${mail.headers.subject}${mail.text}`, /Photos|May we/);
      assert.ok(mail.longest <= 998 && mail.ascii && !mail.bare, JSON.stringify(mail));
    });
  }

  /** Nothing may be said over a connection to a server that is not the right one, and the log says why. */
  async function unsent(server, env, reason, heard) {
    const before = mails.at(server).length;
    const { job } = await clinic.order();
    const { metrics, log } = await clinic.work(env, job, BEHIND);
    assert.deepEqual(mails.at(server).slice(before).map(({ did }) => did), heard);
    assert.match(log, reason);
    assert.doesNotMatch(log, /celadon:secret|secret@|wrong@|nora\.\d/, 'the log has a password or an address');
    assert.equal(failures(metrics, 'failed'), 1);
    assert.equal(failures(metrics, 'given_up'), 0);
    assert.equal(await clinic.is(job, "last_problem = 'out_of_reach' and failed_at is null"), 1);
  }

  test('a certificate of an authority that is not known gets no password and no mail', async () => {
    await unsent('tls', { SMTP_URL: url('tls'), SMTP_CA_FILE: made.file('other.crt') }, /certificate was made by an authority that is not known here/, []);
    // Without SMTP_CA the public authorities are known, and ours is none of them. STARTTLS begins with a greeting in the clear.
    await unsent('starttls', { SMTP_URL: url('starttls') }, /certificate was made by an authority that is not known here/, ['greeted']);
  });

  test('a certificate for another name gets no password and no mail', async () => {
    await unsent('tls', { SMTP_URL: url('tls', { host: '127.0.0.1' }), ...trusted() }, /certificate is for another name than the one in SMTP_URL/, []);
  });

  test('a server that offers no TLS gets no password and no mail', async () => {
    const address = url('busy').replace('smtp://', 'smtp://celadon:secret@');
    await unsent('busy', { SMTP_URL: `${address}?tls=required`, ...trusted() }, /offers no TLS/, ['greeted']);
  });

  test('a wrong password is told as one', async () => {
    await unsent('tls', { SMTP_URL: url('tls', { user: 'celadon:wrong@' }), ...trusted() }, /refused the user and password of SMTP_URL/, ['greeted', 'signed in wrongly']);
  });

  test('a mail that the server could not take at first (451) arrives once, at the next try', async () => {
    const { address, job } = await clinic.order();
    const settings = { SMTP_URL: url('busy') };
    const { log } = await clinic.work(settings, job, BEHIND);
    assert.match(log, /takes nothing just now/);
    const pause = await clinic.world.count(`select extract(epoch from run_at - now()) from ${clinic.table} where id = ${job}`);
    assert.ok(pause > 60, 'it is tried again while the test looks');
    await clinic.world.rows(`update ${clinic.table} set run_at = now() where id = ${job}`);
    await clinic.work(settings, job, 'done_at is not null');
    const tries = mails.at('busy').filter(({ did }) => did === 'mail');
    assert.deepEqual(tries.map(({ answer, to }) => [answer.slice(0, 3), ...to]), [['451', address], ['250', address]]);
  });

  test('a mail that the server refuses (550) is tried for three days, then given up, and the operator is told', async () => {
    const { job } = await clinic.order();
    const settings = { SMTP_URL: url('unknown') };
    const { log, metrics } = await clinic.work(settings, job, BEHIND);
    assert.match(log, /the mail server refused a mail/);
    assert.equal(failures(metrics, 'given_up'), 0);
    await clinic.world.rows(`update ${clinic.table} set run_at = now(), give_up_at = now() where id = ${job}`);
    const last = await clinic.work(settings, job, 'failed_at is not null');
    assert.match(last.log, /a job was given up/);
    assert.equal(failures(last.metrics, 'given_up'), 1);
    const listed = clinic.world.command('jobs', 'list', '--clinic', 'alpha').trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(listed.map(({ kind, id }) => [kind, id]), [['consent_reminder', Number(job)]]);
    assert.match(JSON.stringify(listed), /refused/);
    assert.equal(mails.at('unknown').filter(({ did }) => did === 'mail').length, 0);
  });

  test('a password in the clear to another machine is refused before anything is started', () => {
    const { status, stderr } = spawnSync(clinic.world.binary, ['work'], { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...clinic.world.env, SMTP_URL: 'smtp://celadon:secret@mail.invalid' } });
    assert.equal(status, 2, stderr);
    assert.match(stderr, /SMTP_URL leads to another machine without encryption/);
    assert.doesNotMatch(stderr, /secret/);
  });

  test('the page for operators names each reason as the log has it', () => {
    const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
    const source = read('server/foundation/mail/src/error.rs');
    const [, section] = read('infra/docs/messages.md').split('## When the mail server does not take them');
    const explained = [...section.split('\n## ')[0].matchAll(/^\| `(the mail server[^`]+)` \|/gm)].map(([, reason]) => reason.replace(/^the mail server's certificate (.*), so nothing was sent to it$/, '$1'));
    assert.deepEqual(explained.filter((reason) => !source.includes(`"${reason}"`)), []);
    // An address that is none and a fault of ours need no operator.
    const known = [...source.matchAll(/#\[error\("(the mail server[^"]+)"\)\]/g)].map(([, reason]) => reason).filter((reason) => !reason.includes('{0}'));
    assert.deepEqual(known.filter((reason) => !explained.includes(reason)), []);
  });

  test(`a server that takes a mail and says nothing is left after ${LONGEST} seconds, and the work goes on`, async () => {
    const { log } = await slow.result;
    const seconds = (Date.now() - slow.began) / 1000;
    assert.match(log, /the mail server took too long/);
    assert.equal(mails.at('slow').filter(({ did }) => did === 'mail').length, 1);
    assert.ok(seconds >= LONGEST, `it was left after ${seconds} s`);
    const { job } = await slow.order();
    await slow.work({ SMTP_URL: url('tls'), ...trusted() }, job, 'done_at is not null');
  });
});

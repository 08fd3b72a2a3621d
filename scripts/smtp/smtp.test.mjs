// What the real program sends to a real mail server: node --test scripts/smtp.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { enter, sendRequest } from '../fault/client.mjs';
import { World, waitUntil } from '../fault/world.mjs';
import { freePort, start, stop, tidy } from '../process.mjs';

const ADDRESS = 'nora@example.com';

/** A mail server that wants a password and says of the first mail that it cannot take it now. */
async function startMailServer() {
  const [received, waiting] = [[], []];
  let refusals = 1;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) => (username === 'celadon' && password === 'secret' ? answer(null, { user: username }) : answer(new Error('Wrong'))),
    onData(stream, { envelope }, answer) {
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', async () => {
        if (refusals-- > 0) {
          answer(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return waiting.shift()?.();
        }
        received.push({ from: envelope.mailFrom.address, to: envelope.rcptTo.map(({ address }) => address), mail: await simpleParser(Buffer.concat(parts)) });
        answer();
        waiting.shift()?.();
      });
    },
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const arrival = () => new Promise((resolve) => waiting.push(resolve));
  return { received, arrival, url: `smtp://celadon:secret@127.0.0.1:${server.server.address().port}`, close: () => server.close() };
}

describe('Mails of the program', () => {
  let world;
  let mails;
  before(async () => {
    world = await World.make({ clinics: ['alpha'], safe: false });
    mails = await startMailServer();
  });
  after(async () => {
    mails?.close();
    await tidy();
  });

  test('a mail that the server could not take at first arrives once, with its words as text', async () => {
    await world.serve();
    const { cookie, patient, template } = await enter(world, 'alpha');
    const send = async (method, url, body, status) => {
      const answer = await sendRequest(world, 'alpha', method, url, { body, cookie });
      assert.equal(answer.status, status, `${url}: ${answer.text}`);
      return answer.json;
    };
    await send('PATCH', `/api/patients/${patient}`, { email: ADDRESS }, 200);
    const { consent } = await send('POST', `/api/consents/${patient}/issue`, { templateId: template }, 201);
    await send('POST', `/api/consents/issued/${consent.id}/remind`, undefined, 200);

    const job = `${world.schemas.alpha}.job where kind = 'consent_reminder'`;
    const work = async () => start(world.binary, ['work'], { log: path.join(world.folder, 'work.log'), env: { ...world.env, SMTP_URL: mails.url, OPS_ADDR: `127.0.0.1:${await freePort()}` } });
    const [refused, first] = [mails.arrival(), await work()];
    await refused;
    await waitUntil('the failure to be kept', 20, async () => (await world.rows(`select 1 from ${job} and attempts = 1 and claimed_until is null`)).length === 1);
    await stop(first);
    assert.equal(mails.received.length, 0);
    // The next try is minutes away.
    await world.rows(`update ${job.replace(' where', ' set run_at = now() where')}`);
    const [arrived, second] = [mails.arrival(), await work()];
    await arrived;
    await waitUntil('the job to be done', 20, async () => (await world.rows(`select 1 from ${job} and done_at is not null`)).length === 1);
    await stop(second);
    assert.equal(mails.received.length, 1);
    const [{ from, to, mail }] = mails.received;
    assert.deepEqual(to, [ADDRESS]);
    assert.equal(mail.from.value[0].address, from);
    assert.equal(mail.subject, 'A form from Clinic alpha to read and sign');
    assert.match(mail.text, /\/portal\/sign\/[\w-]{43}/);
    assert.doesNotMatch(`${mail.subject}${mail.text}`, /Photos|May we/);
  });
});

// Several workers share the clinics: each job is done once, none is left out, and the share of one that is killed is taken over.
// CELADON_PROGRAM names the built server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { postgresProgram } from '../../lib/postgres.mjs';
import { deployment } from './deployment.mjs';

const CLINICS = 24;
let here;
let schemas;

before(async () => {
  here = await deployment('workers');
  here.celadon('migrate');
  here.celadon('provision', '--once', '--spares', String(CLINICS));
  // Nobody signs in: the members are written as rows.
  await sql(`update registry.clinic set status = 'active', subdomain = 'c' || substr(replace(id::text, '-', ''), 1, 16) where status = 'spare'`);
  schemas = (await sql('select schema_name, id from registry.clinic')).map((line) => line.split('|'));
  const member = (schema, name, isOwner) => `('${name}', 'Own', '${name}@${schema.replaceAll('_', '-')}.example', 'Practice Manager', 'Management', 'active', now(), ${isOwner}, now(), now(), now())`;
  await sql(schemas.map(([schema]) => `insert into ${schema}.member (first_name, last_name, email, role, department, status, hire_date, is_owner, email_confirmed_at, created_at, updated_at) values ${member(schema, 'ada', true)}, ${member(schema, 'ben', false)};`).join('\n'));
});

after(() => here?.end());

/** Runs statements as the owner; the rows. */
async function sql(text) {
  const { code, output } = await postgresProgram(here.folders[0], 'psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', here.urls[0], '-c', text]);
  assert.equal(code, 0, output);
  return output.split('\n').filter(Boolean);
}

/** How many parts of the clinics each worker holds. */
const shares = async () => (await sql("select count(*) from pg_locks where locktype = 'advisory' and classid = 13507282 group by pid order by 1")).map(Number);

/** A mail in every clinic: a member wants a new password. A second mail to the same member would soon be left out. */
const enqueueMails = (member) =>
  sql(schemas.map(([schema, id]) => `insert into ${schema}.job (kind, payload, dedupe_key, run_at, attempts, created_at) values ('password_reset', '{"kind": "password_reset", "member": ${member}}', '${member}', now(), 0, now()); notify celadon_job, '${id}';`).join('\n'));

const undone = async () => Number((await sql(`select sum(n) from (${schemas.map(([schema]) => `select count(*) as n from ${schema}.job where done_at is null`).join(' union all ')}) all_jobs`))[0]);

/** The recipients of the mails in a worker's folder. */
const recipients = (folder) => fs.readdirSync(folder).map((file) => /^To:.*<(.*)>/m.exec(fs.readFileSync(path.join(folder, file), 'utf8'))[1]);

test('two workers do each job once, and one does all when the other is killed', async () => {
  const folders = ['one', 'two'].map((name) => path.join(here.temp, `mail-${name}`));
  const [, two] = await Promise.all(folders.map((folder) => here.start(['work'], undefined, { MAIL_DIR: folder })));
  while (String(await shares()) !== '120,120');
  await enqueueMails(1);
  while (await undone());
  const [first, second] = folders.map(recipients);
  process.stdout.write(`# ${first.length} and ${second.length} of ${CLINICS} jobs\n`);
  assert.ok(first.length > 0 && second.length > 0, 'both had some');
  assert.equal(new Set([...first, ...second]).size, CLINICS, 'none was left out');
  assert.equal(first.length + second.length, CLINICS, 'none was done twice');
  await here.stop(two, 'SIGKILL');
  const killed = Date.now();
  await enqueueMails(2);
  while (await undone());
  process.stdout.write(`# the share of the killed worker was taken over after ${((Date.now() - killed) / 1000).toFixed(1)} s\n`);
  assert.equal(String(await shares()), '240');
  const after = recipients(folders[0]).length - first.length;
  assert.deepEqual([after, recipients(folders[1]).length], [CLINICS, second.length]);
});

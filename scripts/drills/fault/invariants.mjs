// The invariants that hold after every fault. One function checks them all and returns each violation as a sentence.
import fs from 'node:fs';
import { spawnSync } from 'node:child_process';
import { CLINICS, pause } from './world.mjs';
import { sendRequest } from './client.mjs';

/** Where the writes of each kind end up: table, the column that holds the marker, what the audit calls it. */
export const ROWS = {
  patient: ['patient', 'last_name', 'patient.create'],
  treatment: ['treatment', 'notes', 'treatment.create'],
  appointment: ['appointment', 'notes', 'appointment.create'],
  sign: ['consent_signature', 'user_agent', 'portal.consent.sign'],
  refused: ['patient', 'first_name'],
};

/** Every acknowledged write is there once, a refused one is not, one without an answer at most once. */
async function held(world, history, violations) {
  const figures = { lost: 0, doubled: 0 };
  const marked = (clinic, kind, [table, column]) => `select '${clinic}/${kind}', ${column}, count(*) from ${world.schemas[clinic]}.${table} where ${column} like 'CANARY-%' group by 2`;
  const all = await world.rows(CLINICS.flatMap((clinic) => Object.entries(ROWS).map(([kind, row]) => marked(clinic, kind, row))).join(' union all '));
  for (const clinic of CLINICS) {
    for (const kind of Object.keys(ROWS)) {
      const found = new Map(all.filter(([place]) => place === `${clinic}/${kind}`).map(([, marker, count]) => [marker, Number(count)]));
      const strange = [...found.keys()].filter((marker) => !marker.startsWith(`CANARY-${clinic}-`)).length;
      if (strange) violations.push(`${clinic}: ${strange} rows of ${kind} are another clinic's`);
      for (const write of history.filter((one) => one.clinic === clinic && one.kind === kind)) {
        const count = found.get(write.marker) ?? 0;
        if (count > 1) figures.doubled += 1;
        if (write.outcome === 'acknowledged' && count === 0) figures.lost += 1;
        if (write.outcome === 'refused' && count > 0) violations.push(`${clinic}: a ${kind} that was refused is there`);
        if (write.outcome === 'unanswered' && count > 0) violations.push(`${clinic}: a ${kind} was done and not answered`);
      }
    }
  }
  if (figures.lost) violations.push(`${figures.lost} acknowledged writes are lost`);
  if (figures.doubled) violations.push(`${figures.doubled} writes were done twice`);
  return figures;
}

/** One row of the audit for each row of evidence: they are one transaction. */
async function audited(world, violations) {
  const pair = (clinic, [table, , action]) => {
    const schema = world.schemas[clinic];
    return `select '${clinic}', '${table}', (select count(*) from ${schema}.${table}), (select count(*) from ${schema}.audit where action = '${action}' and outcome = 'done')`;
  };
  const withAudit = Object.values(ROWS).filter((row) => row[2]);
  for (const [clinic, table, rows, entries] of await world.rows(CLINICS.flatMap((clinic) => withAudit.map((row) => pair(clinic, row))).join(' union all '))) {
    const fits = table === 'consent_signature' ? Number(entries) >= Number(rows) : rows === entries;
    if (!fits) violations.push(`${clinic}: ${rows} rows of ${table}, ${entries} of the audit`);
  }
  await world.seal();
  const verified = world.tell('audit', 'verify', '--all', '--full');
  if (verified.status !== 0) violations.push(`audit verify: ${verified.stdout.split('\n').filter((line) => !line.startsWith('{')).slice(0, 3).join('; ') || verified.stderr.slice(-300)}`);
}

/** No clinic's response has data of another clinic. */
async function apart(world, sessions, violations) {
  for (const session of sessions) {
    const answer = await sendRequest(world, session.clinic, 'GET', '/api/patients?search=canary-', { cookie: session.cookie });
    if (answer.status !== 200) violations.push(`${session.clinic}: the list of patients answers ${answer.status}`);
    else if (CLINICS.some((other) => other !== session.clinic && answer.text.includes(`CANARY-${other}-`))) violations.push(`${session.clinic}: another clinic's patient was answered`);
  }
}

/** No connection is left in a transaction, in a clinic's role or on its search path. */
async function atRest(world, violations) {
  const query = "select count(*) from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()";
  for (const until = Date.now() + 3000; Date.now() < until && (await world.count(query)); ) await pause(100);
  const left = await world.count(query);
  if (left) violations.push(`${left} sessions are left in a transaction`);
}

/** Every foreign key has its row, and Postgres' own checks of its files succeed. */
async function consistent(world, violations) {
  const statements = await world.rows(`
    select format('select %L, count(*) from %s child where %s and not exists (select 1 from %s parent where %s)',
      c.conrelid::regclass::text || '.' || c.conname, c.conrelid::regclass,
      string_agg(format('child.%I is not null', own.attname), ' and '), c.confrelid::regclass,
      string_agg(format('parent.%I = child.%I', theirs.attname, own.attname), ' and '))
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as pair(own, theirs)
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
    join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = pair.theirs
    where c.contype = 'f' and c.connamespace::regnamespace::text like 'clinic\\_%'
    group by c.oid, c.conrelid, c.confrelid, c.conname`);
  for (const [name, count] of await world.rows(statements.map(([sql]) => `${sql};`).join('\n'))) {
    if (count !== '0') violations.push(`${name}: ${count} rows lead nowhere`);
  }
  const [[unproven]] = await world.rows("select count(*) from pg_constraint where not convalidated");
  if (unproven !== '0') violations.push(`${unproven} constraints are not validated`);
}

/** No log has the content of a write. */
function silent(world, violations) {
  for (const file of [world.log, world.postgres.log, ...(world.logs ?? [])]) {
    const hits = spawnSync('grep', ['-c', 'CANARY-', file], { encoding: 'utf8' }).stdout.trim();
    if (Number(hits)) violations.push(`${hits} lines of a log hold a patient's data (${file.split('/').pop()})`);
  }
  if (fs.readFileSync(world.log, 'utf8').includes('a panic')) violations.push('the server panicked');
}

export async function invariants(world, load) {
  const violations = [];
  const figures = await held(world, load.history, violations);
  await apart(world, load.sessions, violations);
  await atRest(world, violations);
  await consistent(world, violations);
  await audited(world, violations);
  silent(world, violations);
  for (const error of load.errors) violations.push(`an answer that is no plain refusal: ${error}`);
  load.errors.clear();
  return { violations, figures };
}

// SQL as text stands in files called `sql.rs`, each with the reason why SeaORM cannot say it, and nowhere else.
import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';
import { refusedIn } from './sql-spread.mjs';
import { crates, read as parts, sources, sqlIn, withoutReason } from './sql.mjs';

/** The sources of these folders by their paths in the repository. */
const read = (...folders) => {
  const all = folders.map((folder) => [folder, sources(path.join(root, folder))]);
  const of = (kind) => Object.fromEntries(all.flatMap(([folder, found]) => Object.entries(found[kind]).map(([file, source]) => [`${folder}/${file}`, source])));
  return { sql: of('sql'), others: of('others') };
};
const files = read(...crates.map((crate) => `${crate}/src`));

/** What looks like SQL elsewhere, and why it stands there. */
const EXCEPTIONS = {
  'server/foundation/tenancy/src/tx.rs': 'runs the statements that others have made',
};

/** A sentence for each place in these files where `look` finds something. */
const places = (sources, look, todo) =>
  Object.entries(sources).flatMap(([file, source]) => look(source).map(({ line, what }) => `${file}:${line}: ${what}: ${todo(file)}`));

const outside = (sources) =>
  places(sources, sqlIn, (file) => `say it in SeaORM, or move it to ${file.replace(/[^/]+$/, 'sql.rs')} with a line of doc that says why SeaORM cannot`);

const unexplained = (sources) => places(sources, withoutReason, () => 'write a line of doc above it that says why SeaORM cannot say it');

/** Fails with these sentences, one a line. */
const none = (sentences) => assert.ok(!sentences.length, sentences.join('\n'));

test('SQL stands in files called sql.rs, of every crate of the server', () => {
  for (const place of ['server/entity/src/clinic/', 'server/foundation/tenancy/src/', 'server/features/practice/src/team/', 'server/src/cli/']) assert.ok(Object.keys(files.others).some((file) => file.startsWith(place)), place);
  none(outside(Object.fromEntries(Object.entries(files.others).filter(([file]) => !EXCEPTIONS[file]))));
});

test('every exception is one', () => {
  const over = Object.keys(EXCEPTIONS).filter((file) => !sqlIn(files.others[file] ?? '').length);
  none(over.map((file) => `${file} holds no SQL: take it out of EXCEPTIONS in scripts/checks/sql.test.mjs`));
});

test('every statement says why SeaORM cannot say it', () => {
  assert.ok(Object.keys(files.sql).length > 5);
  none(unexplained(files.sql));
});

test('a failure names the file, the line and what to do', () => {
  const planted = { 'server/features/practice/src/team/api.rs': '// The team.\nconst OTHER: &str = "\n  text";\n\nfn all() {\n    Expr::cust(ALL);\n    run("select 1");\n}\n' };
  const todo = 'say it in SeaORM, or move it to server/features/practice/src/team/sql.rs with a line of doc that says why SeaORM cannot';
  assert.deepEqual(outside(planted), [`server/features/practice/src/team/api.rs:6: Expr::cust: ${todo}`, `server/features/practice/src/team/api.rs:7: "select 1": ${todo}`]);
  assert.match(outside({ 'server/entity/src/clinic/job.rs': 'Expr::cust("now()")' })[0], /^server\/entity\/src\/clinic\/job\.rs:1: Expr::cust/);
  const own = 'const HERE: &str = "\n    select 1";\n\nfn text() -> String {\n    let one = 1;\n    format!("select {HERE}")\n}\n\nfn statement(text: &str) {\n    run(text)\n}\n\n/// Why.\nconst THERE: &str = "select 2";\nconst MAX_ROWS: u64 = 5;\n';
  assert.deepEqual(unexplained({ 'a/sql.rs': own }).map((sentence) => sentence.split(': ').slice(0, 2).join(' ')), ['a/sql.rs:1 HERE', 'a/sql.rs:4 text']);
  assert.deepEqual(unexplained({ 'server/features/practice/src/team/sql.rs': '/// Why.\npub(super) fn one() {}\n\n#[must_use]\npub(super) const OTHER: &str = "";\n' }), [
    'server/features/practice/src/team/sql.rs:5: OTHER: write a line of doc above it that says why SeaORM cannot say it',
  ]);
});

test('a statement that is planted is found, however it is written', () => {
  const planted = [
    'tx.execute_unprepared("delete from job").await?;',
    'const ALL: &str = "\n    SELECT id\n    from job";',
    'let text = r#"with due as (select 1) update "job" set id = 1"#;',
    'PreparedQuery::new(" (bigint, text) AS select id from job where id = $1")',
    "let quote = '\"'; run(\"insert into job (id) values (1)\");",
    'format!("set local role {role}")',
    'connection.execute("commit")',
    'Statement::from_string(DbBackend::Postgres, text)',
    'found.filter(Expr::cust_with_values(FOLLOWS, [last]))',
    'sqlx::query_scalar(ALIVE)',
  ];
  for (const source of planted) assert.equal(sqlIn(source).length, 1, source);
});

test('what is no statement is none', () => {
  const others = [
    '// select id from job',
    '/* "select id from job" */',
    "let lifetime: &'static str = \"a \\\"select 1\\\"\";",
    'let action = "update";',
    'Statement::from_sql(select)',
    'fn shown() {}\n\n#[cfg(test)]\nmod tests {\n    const ALL: &str = "select id from job";\n}\n',
  ];
  for (const source of others) assert.deepEqual(sqlIn(source), [], source);
});

test('no statement is one that a Citus cluster refuses', () => {
  none(places(files.sql, refusedIn, () => 'see infra/citus/README.md'));
});

test('what a Citus cluster refuses is found', () => {
  const upsert = 'insert into job as held (a) values ($1) on conflict (a) do update set';
  const refused = [
    'update sign_in_limit set settled_at = case subject when $1 then $2 else $3 end',
    'select case held.subject when $1 then 1 end',
    "update job set claimed_until = $1 + interval '5 minutes' * attempts",
    'update sign_in_limit set settled_at = settled_at - make_interval(secs => $5)',
    'insert into message (id, at) select id, now() from appointment',
    `${upsert} at = now() + $2 * interval '1 second'`,
    `${upsert} settled_at = held.settled_at + $2`,
    `${upsert} settled_at = (excluded.settled_at - $1) + case when true then $1 end`,
    `${upsert} settled_at = $2 + held.settled_at`,
    `${upsert} a = case when exists (select from account_link where id = held.id) then 1 end`,
  ];
  for (const text of refused) assert.equal(refusedIn(`const X: &str = "${text}";`).length > 0, true, text);
  const allowed = [
    'update job set attempts = case when attempts = $1 then 1 else 2 end',
    "update job set claimed_until = ($1 at time zone 'UTC' + interval '5 minutes' * attempts) at time zone 'UTC'",
    "update sign_in_limit set settled_at = (settled_at at time zone 'UTC' - make_interval(secs => $5)) at time zone 'UTC'",
    `${upsert} wanted = held.wanted + $6, at = least(held.at, excluded.at)`,
    "insert into audit (at) select timestamptz 'epoch' + $1 * interval '1 microsecond'",
    "select id from treatment where created_at > $1 - interval '30 days'",
    'insert into registry.mail_count as held (a) values ($1) on conflict (a) do update set a = array(select b from unnest(held.a) as c (b))',
  ];
  for (const text of allowed) assert.deepEqual(refusedIn(`const X: &str = "${text}";`), [], text);
});

/** How often a file names the schema of a catalog's row, and why it may. */
const BY_SCHEMA = {
  'server/foundation/tenancy/src/sql.rs': [1, 'asks about the tables of all clinics, once at the start'],
  'server/operations/src/placements/sql.rs': [1, 'asks about the tables of all clinics of a placement'],
  'migration/src/sql.rs': [1, 'name and schema together have an index'],
};

/** The statements that find tables by their schema, for which the catalog has no index. */
const bySchema = (source) => parts(source).literals.filter(({ text }) => /\b(rel|con|typ|pro)namespace\b|\ball \w+ in schema\b/i.test(text));

test('no statement reads the catalog of all clinics to find the tables of one', () => {
  const all = { ...files.sql, ...read('migration/src').sql };
  const found = Object.entries(all).map(([file, source]) => [file, bySchema(source).length]).filter(([, times]) => times);
  const allowed = Object.entries(BY_SCHEMA).map(([file, [times]]) => [file, times]);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(allowed), 'find them by pg_depend, as server/operations/src/clinic_ops/sql.rs does: with 9,000 clinics this takes 1 s');
});

test('a statement that finds tables by their schema is found', () => {
  for (const text of ['select 1 from pg_class where relnamespace = $1', 'revoke all on all tables in schema x from y']) assert.equal(bySchema(`const X: &str = "${text}";`).length, 1, text);
});

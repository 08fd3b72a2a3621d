// SQL as text stands in files called `sql.rs`, each with the reason why SeaORM cannot say it, and nowhere else.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { sources, sqlIn, withoutReason } from './sql.mjs';

const files = sources(fileURLToPath(new URL('../server/src', import.meta.url)));

/** What looks like SQL elsewhere, and why it stands there. */
const EXCEPTIONS = {
  'features/activity/phrases.rs': 'sentences for people, such as "Set up a second factor"',
  'foundation/tenancy/tx.rs': 'runs the statements that others have made',
};

/** A sentence for each place in these files where `look` finds something. */
const places = (sources, look, todo) =>
  Object.entries(sources).flatMap(([file, source]) => look(source).map(({ line, what }) => `server/src/${file}:${line}: ${what}: ${todo(file)}`));

const outside = (sources) =>
  places(sources, sqlIn, (file) => `say it in SeaORM, or move it to ${file.replace(/[^/]+$/, 'sql.rs')} with a line of doc that says why SeaORM cannot`);

const unexplained = (sources) => places(sources, withoutReason, () => 'write a line of doc above it that says why SeaORM cannot say it');

/** Fails with these sentences, one a line. */
const none = (sentences) => assert.ok(!sentences.length, sentences.join('\n'));

test('SQL stands in files called sql.rs', () => {
  none(outside(Object.fromEntries(Object.entries(files.others).filter(([file]) => !EXCEPTIONS[file]))));
});

test('every exception is one', () => {
  const over = Object.keys(EXCEPTIONS).filter((file) => !sqlIn(files.others[file] ?? '').length);
  none(over.map((file) => `server/src/${file} holds no SQL: take it out of EXCEPTIONS in scripts/sql.test.mjs`));
});

test('every statement says why SeaORM cannot say it', () => {
  assert.ok(Object.keys(files.sql).length > 5);
  none(unexplained(files.sql));
});

test('a failure names the file, the line and what to do', () => {
  const planted = { 'features/team/api.rs': '// The team.\nconst OTHER: &str = "\n  text";\n\nfn all() {\n    Expr::cust(ALL);\n    run("select 1");\n}\n' };
  const todo = 'say it in SeaORM, or move it to features/team/sql.rs with a line of doc that says why SeaORM cannot';
  assert.deepEqual(outside(planted), [`server/src/features/team/api.rs:6: Expr::cust: ${todo}`, `server/src/features/team/api.rs:7: "select 1": ${todo}`]);
  assert.deepEqual(unexplained({ 'features/team/sql.rs': '/// Why.\npub(super) fn one() {}\n\n#[must_use]\npub(super) const OTHER: &str = "";\n' }), [
    'server/src/features/team/sql.rs:5: OTHER: write a line of doc above it that says why SeaORM cannot say it',
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

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

test('SQL stands in files called sql.rs', () => {
  const found = Object.entries(files.others).filter(([file]) => !EXCEPTIONS[file]);
  assert.deepEqual(found.flatMap(([file, source]) => sqlIn(source).map((what) => `${file} ${what}`)), []);
});

test('every exception is one', () => {
  assert.deepEqual(Object.keys(EXCEPTIONS).filter((file) => !sqlIn(files.others[file] ?? '').length), []);
});

test('every statement says why SeaORM cannot say it', () => {
  assert.ok(Object.keys(files.sql).length > 5);
  assert.deepEqual(Object.entries(files.sql).flatMap(([file, source]) => withoutReason(source).map((name) => `${file}: ${name}`)), []);
  assert.deepEqual(withoutReason('/// Why.\npub(super) fn one() {}\n\npub(super) const OTHER: &str = "";\n'), ['OTHER']);
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

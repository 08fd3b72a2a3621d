// What the runner makes of failed tests, and what the rings guard: node --test scripts/checks/checks.test.mjs
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { output, root } from '../lib/process.mjs';
import { keepTimes } from './kept-times.mjs';
import { failedTests } from './node.mjs';
import { OUTER } from './rings.mjs';
import { isTriedOnce } from './tried-once.mjs';

describe('a failed test', () => {
  let folder;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-checks-'))));
  after(() => fs.rmSync(folder, { recursive: true }));

  /** Runs the runner on tests written here; answers the exit code and what it printed. */
  function run(tests, { cache = path.join(folder, 'cache') } = {}) {
    const file = path.join(folder, 'planted.test.mjs');
    fs.writeFileSync(file, `import test from 'node:test';\nimport fs from 'node:fs';\nconst folder = ${JSON.stringify(folder)};\n${tests}`);
    const script = `
      import { main } from ${JSON.stringify(path.join(root, 'scripts/lib/process.mjs'))};
      import { nodeTest } from ${JSON.stringify(path.join(root, 'scripts/checks/node.mjs'))};
      import { showSecondTries } from ${JSON.stringify(path.join(root, 'scripts/checks/second-tries.mjs'))};
      import { reasons, sumUp, testStep, tryAgain } from ${JSON.stringify(path.join(root, 'scripts/checks/tests.mjs'))};
      await main(async () => {
        showSecondTries();
        await testStep('Planted', 'Planted tests', () => nodeTest([${JSON.stringify(file)}]));
        await tryAgain();
        sumUp([]);
        return reasons.length ? 1 : 0;
      });`;
    const env = { ...process.env, CELADON_CACHE: cache };
    delete env.NODE_TEST_CONTEXT;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
    return { status, printed: stdout + stderr };
  }

  /** A test that fails the first time, and passes the second. */
  const once = (name) => `test(${JSON.stringify(name)}, () => { const mark = folder + '/' + ${JSON.stringify(name.replaceAll(/\W/g, '-'))}; if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); throw new Error('the moment was wrong'); } });\n`;

  it('that passes on the second try is named, and named first by the next run', () => {
    const { status, printed } = run(once('depends on the moment'));
    assert.equal(status, 0, printed);
    assert.match(printed, /Passed on the second try[^]*planted\.test\.mjs: depends on the moment\n {4}The first try:[^]*the moment was wrong/);
    assert.match(printed, /1 passed, 0 failed\n$/);
    const next = run(`test('fine', () => {});`);
    assert.match(next.printed, /^Passed on the second try within 14 days[^\n]*\n {2}Planted tests: [^\n]*depends on the moment\n {4}1 times/);
  });

  it('within another one is counted once', () => {
    const { status, printed } = run(`test('around', async (t) => { await t.test('within', () => { const mark = folder + '/within'; if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); throw new Error('not yet'); } }); });`);
    assert.equal(status, 0, printed);
    assert.match(printed, /, 0 failed\n$/);
  });

  it('that fails twice fails the run', () => {
    const { status, printed } = run(`test('always fails', () => { throw new Error('no'); });`);
    assert.equal(status, 1);
    assert.match(printed, /Once more, alone: .*always fails +[\d.]+ s {2}failed again/);
    assert.match(printed, /Failed: Planted tests: .*always fails failed twice\.[^]*0 passed, 1 failed\n$/);
  });

  it('that looks for a race is not tried again', () => {
    const { status, printed } = run(once('of two concurrent saves one succeeds'));
    assert.equal(status, 1);
    assert.doesNotMatch(printed, /Once more/);
  });

  it('among more than five is not tried again', () => {
    // A file is one failure for Node's tests, so the limit is met by what is counted before.
    const script = `
      import { reasons, testStep, tryAgain } from ${JSON.stringify(path.join(root, 'scripts/checks/tests.mjs'))};
      const failures = Array.from({ length: 6 }, (_, index) => ({ name: 'test ' + index, again: () => { throw new Error('tried again'); } }));
      await testStep('Planted', 'Planted tests', async () => ({ exit: 1, passed: 0, failed: 6, failures }));
      await tryAgain();
      process.exit(reasons.length === 1 && reasons[0].startsWith('6 tests failed') ? 0 : 1);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: { ...process.env, CELADON_CACHE: folder } });
    assert.equal(status, 0, stderr);
  });

  it('fails the run where the program ended without naming one', () => {
    const { status, printed } = run('process.exit(3);');
    assert.equal(status, 1, printed);
  });

  it('is found in a report within its suites, without these, and with its file', () => {
    const tap = `    not ok 1 - inner\n      ---\n      location: '/a/x.test.mjs:3:23'\n      failureType: 'testCodeFailure'\n      error: '1 == 2'\n      ...\nnot ok 1 - suite\n  ---\n  location: '/a/x.test.mjs:3:1'\n  failureType: 'subtestsFailed'\n  ...\nnot ok 2 - later # TODO\n`;
    assert.deepEqual(failedTests(tap).map(({ name, file }) => ({ name, file })), [{ name: 'inner', file: '/a/x.test.mjs' }]);
  });
});

describe('a test of a race or a hole', () => {
  const tests = {
    'Rust tests': [
      'appointments::of_fifty_concurrent_bookings_of_one_slot_one_succeeds',
      'review::races::a_return_ends_once_and_begins_once',
      'loyalty::points::of_12_who_take_an_entry_back_at_once_one_succeeds',
      'treatments::approval::the_clinics_role_cannot_alter_treatments_and_approvals',
      'fhir::search::another_clinics_patient_has_no_records_here',
      'tenancy::sweep::no_cancelled_request_leaves_state_on_its_connection',
      'tenancy::hosts::a_host_is_a_clinic',
      'password::tests::a_hash_is_salted',
      'permission::tests::every_role_is_there',
      'tenancy::matrix::every_role_may_call_exactly_what_the_matrix_allows',
      'telemetry::canaries::a_canary_in_any_field_of_any_call_appears_nowhere',
      'role_isolation::every_table_allows_exactly_what_is_granted',
    ],
    'Operations tests': ['scripts/drills/pooler/pooler.test.mjs: behind PgBouncer'],
    'Placement tests': ['scripts/drills/placements/placements.test.mjs: a clinic moves'],
    'Browser tests': ['security.spec.ts (laptop): a sibling site writes nothing'],
  };
  for (const [what, names] of Object.entries(tests)) {
    for (const name of names) it(`is tried once: ${name}`, () => assert.ok(isTriedOnce(what, name)));
  }

  it('is not what waits for a page or reads a text', () => {
    assert.ok(!isTriedOnce('Browser tests', 'story.spec.ts (tablet): a clinic\'s day'));
    assert.ok(!isTriedOnce('Rust tests', 'services::catalogue::a_service_is_renamed'));
    assert.ok(!isTriedOnce('Rust tests', 'estimates::totals::tests::half_a_cent_is_rounded_up'));
  });
});

describe('the rings', () => {
  const files = output('git', ['ls-files']).split('\n');
  for (const [part, guarded] of Object.entries(OUTER)) {
    it(`${part} guards files that exist`, () => {
      assert.deepEqual(guarded.filter((start) => !files.some((file) => file.startsWith(start))), []);
    });
  }

  it('play every file of browser tests in some part', () => {
    const config = fs.readFileSync(path.join(root, 'web/playwright.config.ts'), 'utf8');
    const named = [...config.matchAll(/'([\w-]+\*?)'/g)].map(([, name]) => name);
    const specs = files.filter((file) => /^web\/e2e\/[^/]+\.spec\.ts$/.test(file)).map((file) => path.basename(file, '.spec.ts'));
    assert.deepEqual(specs.filter((spec) => !named.some((name) => name === spec || (name.endsWith('*') && spec.startsWith(name.slice(0, -1))))), []);
  });
});

describe('the times of the files of a clone', () => {
  let folder;
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-times-'))));
  after(() => fs.rmSync(folder, { recursive: true }));

  /** A checkout with these files; answers how to set its times and to read them. */
  function checkout(name, files) {
    const at = path.join(folder, name);
    fs.mkdirSync(at);
    execFileSync('git', ['init', '--quiet'], { cwd: at });
    const write = (file, text) => fs.writeFileSync(path.join(at, file), text);
    for (const [file, text] of Object.entries(files)) write(file, text);
    execFileSync('git', ['add', '.'], { cwd: at });
    const times = () => Object.fromEntries(Object.keys(files).map((file) => [file, fs.statSync(path.join(at, file)).mtimeMs]));
    return { at, write, keep: () => keepTimes(at, path.join(folder, 'times.json')), times };
  }
  const old = Date.parse('2020-01-01');

  it('are those of the last build, but for what was changed since, also where nothing of it was added', () => {
    const { at, write, keep, times } = checkout('same', { 'a.rs': 'a', 'b.rs': 'b' });
    keep();
    const first = times();
    write('b.rs', 'changed');
    // As of a clone that was made before the last build ended.
    for (const file of ['a.rs', 'b.rs']) fs.utimesSync(path.join(at, file), old / 1000, old / 1000);
    keep();
    assert.equal(times()['a.rs'], first['a.rs']);
    assert.ok(times()['b.rs'] > first['b.rs'] - 1, 'newer than what was built');
    const second = times();
    write('b.rs', 'b');
    keep();
    assert.ok(times()['b.rs'] >= second['b.rs'], 'what was there before the last build is new again');
  });

  it('are new in another folder', () => {
    const one = checkout('one', { 'a.rs': 'a' });
    one.keep();
    const other = checkout('other', { 'a.rs': 'a' });
    fs.utimesSync(path.join(other.at, 'a.rs'), old / 1000, old / 1000);
    other.keep();
    assert.ok(other.times()['a.rs'] > old);
  });
});

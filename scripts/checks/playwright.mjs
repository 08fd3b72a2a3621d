// Runs the browser tests, and reads Playwright's report.
import fs from 'node:fs';
import path from 'node:path';
import { say, start } from '../lib/process.mjs';
import { web } from '../lib/web.mjs';

/** Each test of the report, with the path of its titles: `{ file, titles, project, results, status, annotations }`. */
const testsOf = ({ suites = [], specs = [], title, file }, above = []) => {
  // The outermost title of a file is its name.
  const titles = title && title !== file ? [...above, title] : above;
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, file: spec.file, titles: [...titles, spec.title], project: test.projectName }))),
    ...suites.flatMap((suite) => testsOf(suite, titles)),
  ];
};

/** What was never begun, because what it depends on failed, is as little tested as what failed. */
const wasNotRun = ({ results, annotations }) => !results.length && !annotations.some(({ type }) => type === 'skip' || type === 'fixme');

async function test(folder, args, env) {
  const file = path.join(folder, 'playwright.json');
  fs.rmSync(file, { force: true });
  const exit = await start('npx', ['playwright', 'test', '--reporter=list,json', ...args], { cwd: web, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } }).ended;
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  const tests = report ? testsOf(report) : [];
  const failed = tests.filter((one) => one.status === 'unexpected' || one.status === 'flaky' || wasNotRun(one));
  const left = tests.filter((one) => one.status === 'skipped' && !wasNotRun(one)).length;
  return { exit, passed: report?.stats.expected ?? 0, failed, left, tests, errors: report?.errors ?? [] };
}

const printed = ({ results }) => results.map(({ error }) => error?.message).filter(Boolean).join('\n') || 'It was not run.';
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The browser tests that `args` choose, all without any. `folder` takes the report. */
export async function browserTest(folder, args, env) {
  const outcome = await test(folder, args, env);
  showPages(outcome.failed);
  const failures = outcome.failed.map((one) => ({
    name: `${one.file} (${one.project}): ${one.titles.join(' › ')}`,
    printed: printed(one),
    // An error beside the tests, as in a file that cannot be read, belongs to none of them.
    again: outcome.errors.length ? undefined : () => alone(folder, one, env),
  }));
  return { ...outcome, failed: failures.length, failures };
}

async function alone(folder, { file, titles, project }, env) {
  const { exit, failed, tests } = await test(folder, [file, `--project=${project}`, '--workers=1', '--grep', `${escaped(titles.join(' '))}$`], env);
  showPages(failed);
  // The sign-in runs before it, so that a run that did not find the test has passed one.
  const isFound = tests.some((one) => one.project === project && one.status === 'expected' && one.titles.join() === titles.join());
  return { passed: exit === 0 && isFound, printed: failed.map(printed)[0] };
}

/** Prints what each failed test had on its page: where the folder of the output is not kept, that is all there is to look at. */
function showPages(tests) {
  const attachments = tests.flatMap(({ results }) => results.flatMap((result) => result.attachments));
  for (const { path: file } of attachments.filter(({ name }) => name === 'error-context')) {
    const [, snapshot] = /^```yaml\n([^]*?)^```/m.exec(fs.readFileSync(file, 'utf8')) ?? [];
    if (snapshot) say(`\n${path.basename(path.dirname(file))}\n${snapshot}`);
  }
}

// Runs the web app's unit tests, and reads Vitest's report.
import fs from 'node:fs';
import path from 'node:path';
import { start } from '../lib/process.mjs';
import { web } from '../lib/web.mjs';

async function test(folder, args = []) {
  const file = path.join(folder, 'vitest.json');
  fs.rmSync(file, { force: true });
  let hasOtherErrors = false;
  // Such an error belongs to no test, and the report does not hold it.
  const onLine = (line) => (hasOtherErrors ||= /Unhandled (?:Error|Rejection)/.test(line));
  const exit = await start('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args], { cwd: web, onLine }).ended;
  const report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
  const failures = (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => ({ path, test: fullName, printed: failureMessages.join('\n') }));
    // A file that could not be imported has no tests.
    return status === 'failed' && !failed.length ? [{ path, test: undefined, printed: message }] : failed;
  });
  const left = report ? report.numPendingTests + report.numTodoTests : 0;
  return { exit, passed: report?.numPassedTests ?? 0, failed: failures.length, left, failures, hasOtherErrors };
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** All unit tests. `folder` takes the report. */
export async function webTest(folder) {
  const outcome = await test(folder);
  const failures = outcome.failures.map(({ path: file, test: name, printed }) => ({
    name: `${path.relative(web, file)}: ${name ?? 'the file itself'}`,
    printed,
    again: outcome.hasOtherErrors ? undefined : () => alone(folder, file, name),
  }));
  return { ...outcome, failures };
}

async function alone(folder, file, name) {
  const { exit, passed, failures } = await test(folder, [file, '--maxWorkers=1', ...(name ? ['-t', `^${escaped(name)}$`] : [])]);
  return { passed: exit === 0 && passed > 0, printed: failures[0]?.printed };
}

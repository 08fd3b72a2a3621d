// Runs Node's own tests, and reads what they say of themselves as TAP.
import path from 'node:path';
import { root, start } from '../lib/process.mjs';

/** The failed tests of a TAP report, without the suites around them: each with its file, from the place that the report names. */
export function failedTests(tap) {
  const found = tap.matchAll(/^ *not ok \d+ - (?!.*# (?:TODO|SKIP))(.+)\n(?: *---\n([^]*?)^ *\.\.\.$)?/gm);
  return [...found]
    .map(([, name, printed = '']) => ({ name, printed, file: /^ *location: '(.+?):\d+:\d+'$/m.exec(printed)?.[1] }))
    .filter(({ printed }) => !/^ *failureType: 'subtestsFailed'$/m.test(printed));
}

async function test(command, args, options) {
  let tap = '';
  const exit = await start(command, args, { ...options, onLine: (line) => (tap += `${line}\n`) }).ended;
  const sum = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(tap)?.[1] ?? 0);
  const failures = failedTests(tap);
  // Node counts a test around one that failed as well.
  return { exit, passed: sum('pass'), failed: failures.length, left: sum('skipped') + sum('todo'), failures };
}

/**
 * The tests of these files; with `script`, by that command, which takes Node's options and knows its files. What failed is tried again as
 * its whole file, because the tests of a file often follow each other: several failures of one file are one.
 */
export async function nodeTest(files, { concurrency, script, ...options } = {}) {
  const flags = ['--test-reporter=tap', ...(concurrency ? [`--test-concurrency=${concurrency}`] : [])];
  const cwd = options.cwd ?? root;
  const outcome = script ? await test(script, flags, options) : await test(process.execPath, ['--test', ...flags, ...files], options);
  const failures = [...byFile(outcome.failures)].map(([file, tests]) => ({
    name: `${file ? path.relative(cwd, file) : 'a file that the report does not name'}: ${tests.map(({ name }) => name).join('; ')}`,
    printed: tests.map(({ printed }) => printed).join('\n'),
    tests: tests.length,
    again: file && (() => alone(file, options)),
  }));
  return { ...outcome, failures };
}

function byFile(failures) {
  const groups = new Map();
  for (const failure of failures) groups.set(failure.file, [...(groups.get(failure.file) ?? []), failure]);
  return groups;
}

async function alone(file, options) {
  const { exit, passed, failures } = await test(process.execPath, ['--test', '--test-reporter=tap', file], options);
  return { passed: exit === 0 && passed > 0, printed: failures[0]?.printed };
}

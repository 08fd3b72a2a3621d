// What the tests of a run counted, which of them failed, and the second try of those.
//
// A kind of test answers `{ exit, passed, failed, left, failures }`: how its program ended, what it counted, and each test that failed
// as `{ name, printed, again }`. `again` runs that test alone and answers `{ passed, printed }`; a failure without it is final. Where
// several tests are one failure, `tests` is their number.
import { Failure, bold, say, step, steps } from '../lib/process.mjs';
import { isTriedOnce } from './tried-once.mjs';
import { recordSecondTries } from './second-tries.mjs';

/** More failures than this are a fault of the change, not of the moment. */
export const MOST_SECOND_TRIES = 5;

const counted = [];
const skipped = [];

/** Parts of the outer ring that were to run and did not. */
export const skippedParts = new Set();

/** Says at the end of the run that something was not tested, and why; `part` names it in the outer ring. */
export function skip(what, part) {
  skipped.push(what);
  if (part) skippedParts.add(part);
}

/** Whether any tests ran. */
export const hasCounted = () => counted.length > 0;

/** Why the run has failed so far, a sentence each. */
export const reasons = [];

/** Counts as failed what a part could not even begin. */
export const fail = (reason) => reasons.push(reason);

/** Runs a step that no later one rests on, such as a lint: what it finds fails the run, which goes on, so that it tells of everything. */
export const checkStep = (title, work) =>
  step(title, work).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    say(`\n${error.message}`);
    fail(error.message);
  });

/**
 * Runs tests as a step. What fails is tried again at the end of the run; only what cannot be tried again fails the step. The run goes on
 * either way, so that it tells of everything.
 */
export const testStep = (title, what, work) =>
  checkStep(title, async (record) => {
    const { exit, passed, failed, left = 0, failures } = await work();
    const entry = { what, passed, failed, left, failures };
    counted.push(entry);
    if (exit === 0 && !failures.length) return;
    // A program that crashed, or an error beside the tests, has no test that could be tried again.
    if (!failures.length) throw new Failure(`${what}: ended with ${exit} without a failed test.`);
    for (const failure of failures) failure.isFinal = !failure.again || isTriedOnce(what, failure.name);
    if (failures.some(({ isFinal }) => isFinal)) throw new Failure(`${what} failed.`);
    record.note = 'some tests failed';
  });

const beginning = (printed = '') =>
  // A panic names its file and line: the calls that led there are left out.
  printed.replaceAll(/\x1b\[[\d;]*m/g, '').replace(/^stack backtrace:\n(?: +(?:\d+:|at ).*\n?)*/m, '').trim().split('\n', 30).map((line) => `\n    ${line.slice(0, 300)}`).join('').trimEnd();

const secondTries = [];

/** Runs each test that failed once more, alone. A test that passes now no longer fails the run, but is named at its end. */
export async function tryAgain() {
  const waiting = counted.flatMap((entry) => entry.failures.filter(({ isFinal }) => !isFinal).map((failure) => ({ entry, failure })));
  if (!waiting.length) return;
  if (waiting.length > MOST_SECOND_TRIES) {
    fail(`${waiting.length} tests failed: more than ${MOST_SECOND_TRIES} are not tried again.`);
    return;
  }
  for (const { entry, failure } of waiting) {
    const what = `${entry.what}: ${failure.name}`;
    const second = await step(`Once more, alone: ${failure.name}`, async (record) => {
      const outcome = await failure.again();
      if (!outcome.passed) record.note = 'failed again';
      return outcome;
    });
    if (!second.passed) {
      fail(`${what} failed twice.`);
      continue;
    }
    entry.failures.splice(entry.failures.indexOf(failure), 1);
    const tests = failure.tests ?? 1;
    entry.failed -= tests;
    entry.passed += tests;
    secondTries.push({ what, printed: beginning(failure.printed) });
  }
  recordSecondTries(secondTries);
}

/** The last lines of a run: times, counts, what failed and how. */
export function sumUp(further) {
  say(`\n${bold('Times')}`);
  for (const { title, seconds, ok, note } of steps) say(`  ${title.padEnd(24)} ${String(seconds).padStart(7)} s  ${ok ? (note ?? 'ok') : 'FAILED'}`);
  for (const { what, passed, failed, left } of counted) say(`${what}: ${passed} passed, ${failed} failed${left ? `, ${left} not run` : ''}`);
  // With the beginning of what they printed, because that stands a thousand lines above.
  for (const { what, failures } of counted) for (const { name, printed } of failures) say(`Failed (${what}): ${name}${beginning(printed)}`);
  for (const what of skipped) say(`Skipped: ${what}.`);
  for (const line of further) say(line);
  for (const reason of reasons) say(`Failed: ${reason}`);
  if (secondTries.length) say(`\n${bold('Passed on the second try')} (a fault of the test or of the product: mend it with the next change)`);
  for (const { what, printed } of secondTries) say(`  ${what}\n    The first try:${printed}`);
  const total = (key) => counted.reduce((sum, entry) => sum + entry[key], 0);
  const bad = steps.filter(({ ok }) => !ok);
  if (bad.length) say(`Failed at: ${bad.map(({ title }) => title).join(', ')}`);
  // A run that failed before or beside its tests must not close with 'no failures'.
  if (counted.length && (!(bad.length || reasons.length) || total('failed'))) say(`${total('passed')} passed, ${total('failed')} failed`);
}

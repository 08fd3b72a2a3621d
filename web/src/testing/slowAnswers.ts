import { expect } from 'vitest';

/** How long an answer is held back, in ms: longer than a screen takes to be drawn, shorter than a test waits. */
const held = 400;

/**
 * From now on holds back three of ten calls at random, half of them before they are sent and half after they are answered, so that answers
 * come in another order in each run. A test that takes an order for granted fails in some of them.
 */
export function slowAnswers(): void {
  const { fetch, setTimeout } = globalThis;
  const hold = () => new Promise((resolve) => setTimeout(resolve, held));
  globalThis.fetch = async (...call) => {
    const drawn = Math.random();
    const test = nameOfTest();
    if (drawn < 0.15) await hold();
    // The next test's server would answer a call of a test that has ended.
    if (nameOfTest() !== test) return new Promise<never>(() => {});
    const answer = await fetch(...call);
    if (drawn > 0.85) await hold();
    return answer;
  };
}

const nameOfTest = () => `${expect.getState().testPath} ${expect.getState().currentTestName}`;

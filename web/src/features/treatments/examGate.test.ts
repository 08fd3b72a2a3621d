import { expect, test } from 'vitest';

import type { Exam } from '@/api/generated';
import { closedGateText, examGate, examRequired, saveLabel } from '@/features/treatments/examGate';
import { exam } from '@/testing/patientRecord';

const now = Date.parse(exam.created_at);
const stateOf = (currentData: Exam | null | undefined, isError = false) =>
  examGate({ currentData, isError }, now).state;

test('only an exam on record opens the gate', () => {
  expect(examGate({ currentData: exam, isError: false }, now)).toEqual({ state: 'open', exam });
  expect(stateOf(null)).toBe('missing');
  expect(stateOf(undefined)).toBe('checking');
});

test('an exam older than the clinic lets one count closes it again', () => {
  const until = Date.parse(exam.valid_until);
  expect(examGate({ currentData: exam, isError: false }, until - 1).state).toBe('open');
  expect(examGate({ currentData: exam, isError: false }, until)).toEqual({
    state: 'expired',
    exam,
  });
  expect(saveLabel.expired).toBe('Complete GFE Exam First');
});

test('a failed look-up closes it only when none has succeeded before', () => {
  expect(stateOf(undefined, true)).toBe('unknown');
  expect(stateOf(exam, true)).toBe('open');
  expect(stateOf(null, true)).toBe('missing');
});

test("the words are the specification's", () => {
  expect(examRequired).toBe(
    'A Good Faith Estimate exam must be completed before recording any treatment. Please complete the GFE exam first.',
  );
  expect([saveLabel.missing, saveLabel.unknown]).toEqual([
    'Complete GFE Exam First',
    'Complete GFE Exam First',
  ]);
});

test('a missing exam and a failed look-up have different states', () => {
  expect(closedGateText.missing).not.toBe(closedGateText.unknown);
});

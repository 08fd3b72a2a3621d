import { expect, test } from 'vitest';

import type { ApiFailure } from '@/api/failure';
import { approvalProblem, refusalWords } from '@/features/treatments/approvalProblem';

const refused = (code: string, message = 'Request failed'): ApiFailure => ({
  status: 403,
  code,
  message,
  fields: {},
});

test('two refusals have an explanation of their own', () => {
  expect(approvalProblem(refused('own_treatment'))).toBe(
    'You recorded this treatment yourself. Another director has to approve it.',
  );
  expect(approvalProblem(refused('already_approved'))).toBe(
    'This treatment has been approved already.',
  );
});

test('a director whom the provider invited sees why there is no button', () => {
  expect(refusalWords('invited_by_provider', 'Claire Donovan')).toBe(
    'Claire Donovan invited you to the clinic, or invited the person who invited you: another director approves this treatment.',
  );
  expect(refusalWords('own_treatment', 'Claire Donovan')).toBe(
    'Your own treatment: another director approves it.',
  );
  expect(approvalProblem(refused('invited_by_provider'))).toContain('invited you to the clinic');
});

test('cancelling reauthentication shows no problem', () => {
  expect(approvalProblem(refused('reauthentication_cancelled'))).toBeUndefined();
});

test("anything else says that nothing is saved, with the server's reason where it gave one", () => {
  expect(approvalProblem(refused(''))).toBe(
    'Not saved yet. Your signature is still here: please try again.',
  );
  expect(approvalProblem(refused('rate_limited', 'Too many requests.'))).toBe(
    'Not saved yet. Too many requests.',
  );
});

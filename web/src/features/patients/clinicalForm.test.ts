import { expect, test } from 'vitest';

import { clinicalForm, fromList, toAnswer } from '@/features/patients/clinicalForm';

const listed = {
  kind: 'allergies',
  answer: 'listed',
  entries: [{ name: 'Latex', note: null }],
  asked_by: 'Dana Reyes',
  asked_at: '2026-02-01T15:00:00Z',
  withdrawn_at: null,
  version: 3,
} as const;

test('an answer is read with a blank line for one more entry, and without an answer none is chosen', () => {
  expect(fromList({ ...listed, entries: [...listed.entries] })).toEqual({
    answer: 'listed',
    entries: [
      { name: 'Latex', note: '' },
      { name: '', note: '' },
    ],
  });
  expect(fromList(null)).toEqual({ answer: '', entries: [{ name: '', note: '' }] });
});

test('blank lines are not sent, and none with an answer that has no entries', () => {
  const entries = [
    { name: 'Latex', note: 'Hives' },
    { name: '', note: 'lost' },
  ];
  expect(toAnswer({ answer: 'listed', entries })).toEqual({
    answer: 'listed',
    entries: [{ name: 'Latex', note: 'Hives' }],
  });
  expect(toAnswer({ answer: 'none_known', entries })).toEqual({
    answer: 'none_known',
    entries: [],
  });
});

test('an answer must be chosen, and a list names one entry at least', () => {
  const isValid = (answer: string, name: string) =>
    clinicalForm.safeParse({ answer, entries: [{ name, note: '' }] }).success;
  expect([
    isValid('', 'Latex'),
    isValid('listed', ' '),
    isValid('listed', 'Latex'),
    isValid('none_known', ''),
  ]).toEqual([false, false, true, true]);
});

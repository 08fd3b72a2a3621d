import { expect, test } from 'vitest';

import { headerMarks, notCleared, serviceMark } from '@/features/clearance/clearanceWords';
import { isCleared } from '@/features/clearance/isCleared';
import { botox, uncleared } from '@/features/clearance/testing';

test('each status has a shape and words of its own', () => {
  const words = (change: Partial<typeof botox>) => {
    const { look, words: said } = serviceMark({ ...botox, ...change });
    return [look, said];
  };
  expect(words({})).toEqual(['good', 'Botox to Nov 23, 2027']);
  expect(words({ status: 'expiring', days_left: 12 })).toEqual(['careful', 'Botox, 12 days left']);
  expect(words({ status: 'expiring', days_left: 1 })).toEqual(['careful', 'Botox, 1 day left']);
  expect(words({ status: 'expiring', days_left: 0 })).toEqual(['careful', 'Botox, ends today']);
  expect(words({ status: 'expired' })).toEqual(['danger', 'Botox expired Nov 23, 2027']);
  expect(words({ status: 'waiting' })).toEqual(['waits', 'Botox waits for a signature']);
  expect(words({ status: 'reopened' })).toEqual(['danger', 'Botox open again']);
  expect(words({ status: 'not_a_candidate' })).toEqual(['off', 'Botox: not a candidate']);
  expect(words({ status: 'deferred' })).toEqual(['off', 'Botox deferred']);
  expect(words({ status: 'missing' })).toEqual(['plain', 'Botox not cleared']);
});

test('only valid clearances clear, and each other one says why not', () => {
  expect(
    (
      [
        'valid',
        'expiring',
        'expired',
        'missing',
        'waiting',
        'reopened',
        'not_a_candidate',
        'deferred',
      ] as const
    ).filter(isCleared),
  ).toEqual(['valid', 'expiring']);
  expect(notCleared({ ...botox, status: 'deferred', reason: 'Infection' })).toBe(
    'Claire Donovan has deferred Botox: Infection.',
  );
  expect(notCleared({ ...botox, status: 'not_a_candidate', reason: null })).toBe(
    'The patient is not a candidate for Botox, as Claire Donovan has decided.',
  );
  expect(notCleared({ ...botox, status: 'expired' })).toMatch(
    /^The clearance for Botox ended on Nov 23, 2027\./,
  );
  expect(notCleared(botox)).toBe('');
});

test('a header names what was decided and what waits, and leaves out what nobody decided', () => {
  const words = (change: Partial<typeof uncleared>) =>
    headerMarks({ ...uncleared, ...change }).map(({ words: said }) => said);
  expect(words({})).toEqual(['Not cleared for any service']);
  expect(
    words({
      waiting: { exam_id: 31, examiner_name: 'Priya Nair', created_at: '2026-11-23T15:00:00Z' },
    }),
  ).toEqual(['Exam waits for a signature']);
  expect(words({ services: [botox] })).toEqual(['Botox to Nov 23, 2027']);
  const changed = {
    details: 'Pregnant',
    reported_by: 'Priya Nair',
    reported_at: '2026-11-24T15:00:00Z',
  };
  expect(words({ services: [{ ...botox, status: 'reopened' }], changed })).toEqual([
    'Changed since the exam: Pregnant',
    'Botox open again',
  ]);
});

import { expect, test } from 'vitest';

import { hoursForm, nextSpan, toHours } from '@/features/schedule/hoursForm';
import { fromHours, weekWords } from '@/features/schedule/week';

const span = (weekday: number, opens_at: string, closes_at: string) => ({
  weekday,
  opens_at,
  closes_at,
});

test('a week is written with the days of the same hours together', () => {
  expect(weekWords([1, 2, 3, 4, 5].map((day) => span(day, '09:00', '17:00')))).toBe(
    'Mon – Fri 9:00 AM – 5:00 PM',
  );
  expect(
    weekWords([
      span(1, '09:00', '12:00'),
      span(1, '13:00', '17:00'),
      span(2, '09:00', '12:00'),
      span(4, '09:00', '12:00'),
    ]),
  ).toBe(
    'Mon 9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM; Tue 9:00 AM – 12:00 PM; Thu 9:00 AM – 12:00 PM',
  );
  expect(weekWords([])).toBe('');
});

test('what is read into the form is what it sends', () => {
  const hours = [span(1, '09:00', '12:00'), span(1, '13:00', '17:00'), span(7, '10:00', '11:00')];
  expect(toHours(fromHours(hours))).toEqual(hours);
});

const problems = (...spans: [string, string][]) => {
  const answer = hoursForm.safeParse(fromHours(spans.map(([from, to]) => span(2, from, to))));
  return answer.success
    ? []
    : answer.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('hours end after they begin, and follow those before them', () => {
  expect(problems(['09:00', '12:00'], ['12:00', '17:00'])).toEqual([]);
  expect(problems(['09:00', '09:00'])).toEqual([
    'days.1.spans.0.closes_at: Enter a time after the beginning.',
  ]);
  expect(problems(['09:00', '12:00'], ['11:00', '17:00'])).toEqual([
    'days.1.spans.1.opens_at: Enter a time after the hours above.',
  ]);
  expect(problems(['', '12:00'])).toEqual([
    'days.1.spans.0.opens_at: Enter a time such as 9:00 AM.',
  ]);
});

test('further hours begin after those of the day', () => {
  expect(nextSpan([])).toEqual({ opens_at: '09:00', closes_at: '17:00' });
  expect(nextSpan([{ opens_at: '09:00', closes_at: '12:00' }])).toEqual({
    opens_at: '13:00',
    closes_at: '16:00',
  });
});

import { describe, expect, test } from 'vitest';

import {
  earlier,
  later,
  readDateRange,
  startingOn,
  toSearch,
} from '@/features/appointments/dateRange';
import { addDays } from '@/lib/dates';

const read = (search: string) => readDateRange(new URLSearchParams(search), '2026-11-20');
const usual = { from: '2026-11-20', to: '2026-12-04' };

describe('the window of an address', () => {
  test('is today and fourteen days more by default', () => {
    expect(read('')).toEqual(usual);
  });

  test('is what the address says', () => {
    expect(read('from=2026-03-01&to=2026-03-07')).toEqual({ from: '2026-03-01', to: '2026-03-07' });
    expect(read('from=2026-03-01&to=2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  });

  test('without an end has the usual length', () => {
    expect(read('from=2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-15' });
  });

  test.each(['to=2026-11-25', 'from=soon', 'from=2026-02-30', 'from=20260301', 'from=0026-03-01'])(
    'is the default one for %s',
    (search) => {
      expect(read(search)).toEqual(usual);
    },
  );

  test.each(['2026-02-28', '2026-06-01', 'later', '2026-03-40'])('does not end on %s', (to) => {
    expect(read(`from=2026-03-01&to=${to}`)).toEqual({ from: '2026-03-01', to: '2026-03-15' });
  });

  test('may be 92 days long and not 93', () => {
    expect(read('from=2026-03-01&to=2026-05-31').to).toBe('2026-05-31');
    expect(read('from=2026-03-01&to=2026-06-01').to).toBe('2026-03-15');
  });
});

test('earlier and later leave no gap and no overlap, and lead back', () => {
  expect(later(usual)).toEqual({ from: '2026-12-05', to: '2026-12-19' });
  expect(earlier(usual)).toEqual({ from: '2026-11-05', to: '2026-11-19' });
  expect(earlier(later(usual))).toEqual(usual);
});

test('another first day keeps the length', () => {
  expect(startingOn({ from: '2026-03-01', to: '2026-03-07' }, '2027-02-25')).toEqual({
    from: '2027-02-25',
    to: '2027-03-03',
  });
});

test('days are added over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('the window is written as it is read', () => {
  expect(read(toSearch({ from: '2026-03-01', to: '2026-03-07' }))).toEqual({
    from: '2026-03-01',
    to: '2026-03-07',
  });
});

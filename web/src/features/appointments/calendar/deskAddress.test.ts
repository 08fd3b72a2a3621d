import { describe, expect, test } from 'vitest';

import {
  daysOf,
  rangeHeading,
  readAddress,
  readView,
  toDeskSearch,
  turned,
  type DeskAddress,
} from '@/features/appointments/calendar/deskAddress';

const today = '2026-11-25';
const search = (text: string) => new URLSearchParams(text);
const plain: DeskAddress = { view: 'day', date: today, provider: null, cancelled: false };

describe('the view of an address', () => {
  test.each([
    ['', 'list', 'list'],
    ['', 'day', 'day'],
    ['view=week', 'list', 'week'],
    ['view=list', 'day', 'list'],
    // Links of before name the list's days, and lead to the list.
    ['from=2026-11-20', 'day', 'list'],
    ['from=2026-11-20&to=2026-11-21', 'week', 'list'],
    ['from=2026-11-20&view=day', 'list', 'day'],
    // A record's link to book goes to the view that is used, which has a form in each case.
    ['patient=101', 'day', 'day'],
    ['new', 'three', 'three'],
    ['view=month', 'three', 'three'],
  ] as const)('%s, where %s was used last, is %s', (text, remembered, view) => {
    expect(readView(search(text), remembered)).toBe(view);
  });
});

describe('an address', () => {
  test('says what is on the screen, and is written as it was read', () => {
    const all: DeskAddress = { view: 'three', date: '2026-12-01', provider: 3, cancelled: true };
    expect(toDeskSearch(all, today)).toBe('?view=three&date=2026-12-01&provider=3&cancelled=1');
    expect(readAddress(search(toDeskSearch(all, today)), 'three', today)).toEqual(all);
    const any: DeskAddress = { ...plain, provider: 'any' };
    expect(readAddress(search(toDeskSearch(any, today)), 'day', today)).toEqual(any);
  });

  test('of today names no day', () => {
    expect(toDeskSearch(plain, today)).toBe('?view=day');
    expect(readAddress(search(''), 'day', today)).toEqual(plain);
  });

  test.each([
    'date=2026-02-30',
    'date=soon',
    'date=0026-11-25',
    'provider=0',
    'provider=-3',
    'provider=3x',
    'provider=all',
    'cancelled=yes',
  ])('with %s is the usual one', (text) => {
    expect(readAddress(search(text), 'day', today)).toEqual(plain);
  });
});

test('a week begins on Sunday, three days on their first', () => {
  expect(daysOf(plain)).toEqual([today]);
  expect(daysOf({ view: 'three', date: '2026-12-30' })).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
  ]);
  expect(daysOf({ view: 'week', date: today })).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ]);
  expect(daysOf({ view: 'week', date: '2026-11-22' })[0]).toBe('2026-11-22');
});

test('earlier and later turn whole screens, and lead back', () => {
  expect(turned(plain, 1).date).toBe('2026-11-26');
  expect(turned({ ...plain, view: 'three' }, -1).date).toBe('2026-11-22');
  expect(turned(turned({ ...plain, view: 'week' }, 1), -1)).toEqual({ ...plain, view: 'week' });
});

test('the heading has the year where it is another', () => {
  expect(rangeHeading([today], today)).toBe('Wednesday, November 25');
  expect(rangeHeading([today], today, true)).toBe('Wed, Nov 25');
  expect(rangeHeading(['2027-01-04'], today)).toBe('Monday, January 4, 2027');
  expect(rangeHeading(daysOf({ view: 'week', date: today }), today)).toBe('Nov 22 – 28');
  expect(rangeHeading(['2026-11-30', '2026-12-01', '2026-12-02'], today)).toBe('Nov 30 – Dec 2');
});

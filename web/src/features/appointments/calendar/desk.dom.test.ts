import { describe, expect, test } from 'vitest';

import { cardMaker, positionOf, toCard, type Card } from '@/features/appointments/calendar/card';
import { hoursOf } from '@/features/appointments/calendar/calendarOptions';
import { columnsOf, providersOf, shownProvider } from '@/features/appointments/calendar/columns';
import { factsOf, marksOf, worstOf } from '@/features/appointments/calendar/facts';
import {
  fromPlace,
  inWords,
  lengthOptions,
  toPlace,
} from '@/features/appointments/calendar/moveForm';
import {
  mayBecome,
  mayBeNoShow,
  nextStep,
  wayBack,
  type Status,
} from '@/features/appointments/calendar/status';
import { neighbour } from '@/features/appointments/calendar/useArrowKeys';
import { changeTo } from '@/features/appointments/calendar/useMoves';
import type { Visit } from '@/features/appointments/calendar/visit';
import { visit } from '@/features/appointments/testing';

const newYork = 'America/New_York';
const like = (change: Partial<Visit>, marks: Partial<Visit['marks']> = {}): Visit => ({
  ...visit,
  ...change,
  marks: { ...visit.marks, ...marks },
});
const at = (starts_at: string, ends_at: string) => like({ starts_at, ends_at });

describe('an appointment as a card', () => {
  test("has the clinic's clock and the column of its provider", () => {
    expect(toCard(visit, positionOf(visit, newYork))).toMatchObject({
      id: 31,
      start: '2026-11-20T14:30',
      end: '2026-11-20T15:00',
      minutes: 30,
      column: '4',
    });
    expect(toCard(visit, positionOf(like({ provider_id: null }), 'Europe/London'))).toMatchObject({
      start: '2026-11-20T19:30',
      column: 'any',
    });
  });

  test.each([
    [
      'over the hour that is skipped',
      '2026-03-08T06:45:00Z',
      '2026-03-08T07:15:00Z',
      '2026-03-08T01:45',
      '2026-03-08T02:15',
      30,
    ],
    [
      'after the hour that is skipped',
      '2026-03-08T13:00:00Z',
      '2026-03-08T14:00:00Z',
      '2026-03-08T09:00',
      '2026-03-08T10:00',
      60,
    ],
    [
      'over the hour that comes twice',
      '2026-11-01T05:45:00Z',
      '2026-11-01T06:15:00Z',
      '2026-11-01T01:45',
      '2026-11-01T02:15',
      30,
    ],
    [
      'after the hour that comes twice',
      '2026-11-01T14:00:00Z',
      '2026-11-01T15:30:00Z',
      '2026-11-01T09:00',
      '2026-11-01T10:30',
      90,
    ],
  ])('%s is as high as it is long', (_when, starts, ends, start, end, minutes) => {
    expect(toCard(visit, positionOf(at(starts, ends), newYork))).toMatchObject({
      start,
      end,
      minutes,
    });
  });

  test('is the same card while the appointment is the same, and another where it has been dragged', () => {
    const make = cardMaker(newYork);
    expect(make(visit)).toBe(make(visit));
    expect(make(visit, { start: '2026-11-20T16:00', minutes: 45, provider_id: 1 })).toMatchObject({
      start: '2026-11-20T16:00',
      end: '2026-11-20T16:45',
      column: '1',
    });
    expect(make(visit).start).toBe('2026-11-20T14:30');
  });
});

describe('the hours drawn', () => {
  const card = (start: string, end: string) => ({
    start: `2026-11-20T${start}`,
    end: `2026-11-20T${end}`,
  });
  test('are seven to eight, and more where somebody is booked outside of them', () => {
    expect(hoursOf([])).toEqual({ slotMinTime: '07:00', slotMaxTime: '20:00' });
    expect(hoursOf([card('06:45', '07:15'), card('19:30', '20:00')])).toEqual({
      slotMinTime: '06:00',
      slotMaxTime: '20:00',
    });
    expect(hoursOf([card('19:30', '20:15')]).slotMaxTime).toBe('21:00');
    expect(hoursOf([{ start: '2026-11-20T23:30', end: '2026-11-21T00:30' }]).slotMaxTime).toBe(
      '24:00',
    );
  });
});

describe('marks', () => {
  test('in order are one word, and what is wrong is named, worst first', () => {
    expect(worstOf(visit)).toEqual(expect.objectContaining({ tone: 'good', words: 'Ready' }));
    expect(worstOf(like({ move_asked_at: '2026-11-20T15:00:00Z' }))).toEqual({
      tone: 'bad',
      words: 'Move asked',
    });
    expect(worstOf(like({}, { exam: 'missing' }))).toEqual({ tone: 'bad', words: 'No exam' });
    expect(worstOf(like({}, { exam: 'waiting' }))).toEqual({
      tone: 'bad',
      words: 'Exam not signed',
    });
    expect(worstOf(like({}, { exam: 'expiring', exam_until: '2026-12-01' }))).toEqual({
      tone: 'careful',
      words: 'Exam ends soon',
    });
    expect(
      factsOf(like({}, { exam: 'valid', exam_until: '2027-11-23' })).map(
        ({ sentence }) => sentence,
      ),
    ).toContain('Cleared until Nov 23, 2027');
    expect(
      worstOf(
        like({ allow_overlap: true }, { exam: 'expired', consents_pending: 2, has_alert: true }),
      ),
    ).toEqual({ tone: 'bad', words: 'Exam expired +3' });
    expect(worstOf(like({}, { consents_pending: 1 }))?.words).toBe('1 form');
    expect(factsOf(like({}, { consents_signed: 1 })).map(({ sentence }) => sentence)).toContain(
      '1 form is signed',
    );
    const without = like({}, { consents_signed: 0 });
    expect(worstOf(without)).toMatchObject({ tone: 'plain', words: 'No forms' });
    expect(factsOf(without).map(({ sentence }) => sentence)).toContain(
      'No signed forms, and none to sign',
    );
    expect(
      factsOf(
        like({ booked_anyway_by: 'Hannah Kowalski', allow_overlap: true }, { consents_pending: 2 }),
      ).map(({ sentence }) => sentence),
    ).toEqual([
      '2 forms not signed',
      'Overlaps, booked anyway by Hannah Kowalski',
      'The Good Faith Exam is valid',
    ]);
  });

  test('say nothing that the role may not see', () => {
    const nothing = like(
      { patient_is_archived: null },
      {
        exam: null,
        consents_pending: null,
        consents_signed: null,
        is_first_visit: null,
        has_alert: null,
      },
    );
    expect([factsOf(nothing), worstOf(nothing), marksOf(nothing)]).toEqual([[], undefined, []]);
    expect(worstOf(like({}, { exam: null }))?.words).toBe('Forms');
  });

  test('name a first visit beside the others, and nothing after the visit', () => {
    expect(marksOf(like({}, { is_first_visit: true })).map(({ words }) => words)).toEqual([
      'Ready',
      'First visit',
    ]);
    for (const status of ['Completed', 'No-show', 'Cancelled'] as const)
      expect(marksOf(like({ status }, { exam: 'missing' }))).toEqual([]);
  });
});

describe('statuses', () => {
  test.each<[Status, Status | undefined]>([
    ['Booked', 'Arrived'],
    ['Confirmed', 'Arrived'],
    ['Arrived', 'In room'],
    ['In room', 'Completed'],
    ['Completed', undefined],
    ['No-show', 'Booked'],
    ['Cancelled', 'Booked'],
  ])('the next step of %s is %s, and allowed', (status, next) => {
    expect(nextStep(status)?.to).toBe(next);
    expect(next === undefined || mayBecome(status, next)).toBe(true);
  });

  test('a booked appointment is not completed, and one in the room is not cancelled', () => {
    expect([
      mayBecome('Booked', 'Completed'),
      mayBecome('In room', 'Cancelled'),
      mayBecome('Completed', 'Cancelled'),
    ]).toEqual([false, false, false]);
  });

  test('nobody is missing before the time has come', () => {
    expect(mayBeNoShow(visit, Date.parse(visit.starts_at) - 1)).toBe(false);
    expect(mayBeNoShow(visit, Date.parse(visit.starts_at))).toBe(true);
    expect(mayBeNoShow(like({ status: 'Completed' }), Date.parse('2027-01-01T00:00:00Z'))).toBe(
      false,
    );
  });

  test.each<[Status, Status, Status[] | undefined]>([
    ['Confirmed', 'Booked', ['Booked']],
    ['Arrived', 'Booked', ['Confirmed', 'Booked']],
    ['In room', 'Booked', ['Arrived', 'Confirmed', 'Booked']],
    ['Completed', 'In room', ['In room']],
    ['Cancelled', 'Booked', ['Booked']],
    ['Cancelled', 'Confirmed', ['Booked', 'Confirmed']],
    ['No-show', 'Confirmed', ['Booked', 'Confirmed']],
  ])('from %s the way back to %s is %j, each step allowed', (from, to, way) => {
    expect(wayBack(from, to)).toEqual(way);
    [from, ...(way ?? [])].reduce((one, next) => {
      expect(mayBecome(one, next)).toBe(true);
      return next;
    });
  });
});

describe('columns', () => {
  const choices = [
    { id: 4, name: 'Noah Kim' },
    { id: 1, name: 'Elena Moreau' },
  ];
  const card = (change: Partial<Visit>) => toCard(like(change), positionOf(like(change), newYork));
  test('are the providers, whoever else has an appointment, and any', () => {
    const providers = providersOf(choices, [
      visit,
      like({ provider_id: 9, provider_name: 'Old Hand' }),
    ]);
    const columns = columnsOf(
      providers,
      [card({}), card({ id: 32, status: 'Cancelled' }), card({ provider_id: null })],
      null,
    );
    expect(columns.map(({ title, note }) => `${title}: ${note}`)).toEqual([
      'Noah Kim: 1 booked',
      'Elena Moreau: Nobody booked',
      'Old Hand: Nobody booked',
      'Any provider: 1 booked',
    ]);
  });

  test('are one where the address names one, and all where it names nobody of the clinic', () => {
    expect(columnsOf(choices, [], 1).map(({ id }) => id)).toEqual(['1']);
    expect(columnsOf(choices, [], 'any').map(({ id }) => id)).toEqual(['any']);
    expect(columnsOf(choices, [], 77).map(({ id }) => id)).toEqual(['4', '1', 'any']);
  });

  test("of several days are those of the address, else one's own, else the first provider's", () => {
    expect([
      shownProvider(1, choices, 4),
      shownProvider('any', choices, 4),
      shownProvider(null, choices, 1),
      shownProvider(null, choices, 7),
      shownProvider(77, choices, undefined),
      shownProvider(null, [], 1),
    ]).toEqual(['1', 'any', '1', '4', '4', 'any']);
  });
});

test('arrows lead within a column by time, and to the nearest in time of the next column that has any', () => {
  const card = (id: number, start: string, column: string): Card => ({
    ...toCard(visit, { start: `2026-11-20T${start}`, minutes: 30, provider_id: null }),
    id,
    column,
  });
  const cards = [
    card(1, '09:00', 'a'),
    card(2, '11:00', 'a'),
    card(3, '09:15', 'c'),
    card(4, '11:30', 'c'),
  ];
  const from = (id: number, key: string) =>
    neighbour(cards, ['a', 'b', 'c'], ({ column }) => column, cards[id - 1] as Card, key)?.id;
  expect([
    from(1, 'ArrowDown'),
    from(2, 'ArrowUp'),
    from(1, 'ArrowUp'),
    from(2, 'ArrowDown'),
  ]).toEqual([2, 1, undefined, undefined]);
  expect([
    from(1, 'ArrowRight'),
    from(2, 'ArrowRight'),
    from(4, 'ArrowLeft'),
    from(1, 'ArrowLeft'),
    from(3, 'ArrowRight'),
  ]).toEqual([3, 4, 2, undefined, undefined]);
});

describe('a move', () => {
  test("is sent as the clinic's clock, and overlaps only when that was confirmed", () => {
    const before = { start: '2026-03-08T01:30', minutes: 30, provider_id: 4, resource_id: null };
    const place = { start: '2026-03-08T03:00', minutes: 45, provider_id: null };
    expect(changeTo(before, place, [], true)).toEqual({
      appointment_time: '2026-03-08T03:00',
      minutes: 45,
      provider_id: null,
      confirmed: [],
    });
    expect(changeTo(before, place, ['past', 'double_booked'], true)).toMatchObject({
      allow_overlap: true,
      confirmed: ['past', 'double_booked'],
    });
  });

  test('names only what is another one, and says where nobody is told', () => {
    const place = { start: '2026-11-20T14:30', minutes: 30, provider_id: null, resource_id: 7 };
    expect(changeTo(place, { ...place }, [], true)).toEqual({ confirmed: [] });
    expect(changeTo({ ...place, resource_id: 8 }, place, [], false)).toEqual({
      resource_id: 7,
      tell: false,
      confirmed: [],
    });
  });

  test('is a form and back, with the present length among the choices', () => {
    const place = { start: '2026-11-20T14:30', minutes: 35, provider_id: null, resource_id: null };
    expect(toPlace(fromPlace(place))).toEqual(place);
    expect(lengthOptions(35).map(({ value }) => value)).toContain('35');
    expect([inWords(45), inWords(60), inWords(90)]).toEqual(['45 min', '1 h', '1 h 30 min']);
  });
});

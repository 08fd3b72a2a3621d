import { expect, test } from 'vitest';

import { noSeries, seriesVisits, toSeries } from '@/features/appointments/series';

const form = { times: '3', every_weeks: '4', other_times: {}, left_out: [] };

test('the visits are whole weeks apart at the time of the first one, by the clinic’s clock', () => {
  expect(seriesVisits('2027-02-22T09:30', form, []).map(({ at }) => at)).toEqual([
    '2027-02-22T09:30',
    '2027-03-22T09:30',
    '2027-04-19T09:30',
  ]);
});

test('one that is at another time keeps its place, and a conflict is that of the day on which it is', () => {
  const other = { ...form, other_times: { '2027-03-22': '2027-03-23T11:00' }, left_out: [] };
  const conflict = { date: '2027-03-23', code: 'double_booked', message: 'Taken.' };
  expect(seriesVisits('2027-02-22T09:30', other, [conflict])).toEqual([
    { date: '2027-02-22', at: '2027-02-22T09:30', leftOut: false, conflict: undefined },
    { date: '2027-03-22', at: '2027-03-23T11:00', leftOut: false, conflict: 'Taken.' },
    { date: '2027-04-19', at: '2027-04-19T09:30', leftOut: false, conflict: undefined },
  ]);
  expect(seriesVisits('2027-02-22T09:30', form, [conflict]).some((visit) => visit.conflict)).toBe(
    false,
  );
});

test('nothing is shown before the numbers and the first time are whole', () => {
  expect(seriesVisits('', form, [])).toEqual([]);
  for (const wrong of [
    { times: null },
    { times: '1' },
    { times: '61' },
    { times: '2.5' },
    { every_weeks: '0' },
    { every_weeks: '' },
  ]) {
    expect(seriesVisits('2027-02-22T09:30', { ...form, ...wrong }, [])).toEqual([]);
  }
});

test('a request names the times that differ, and only those of the series', () => {
  expect(toSeries('2027-02-22T09:30', noSeries)).toBeUndefined();
  expect(toSeries('2027-02-22T09:30', form)).toEqual({ times: 3, every_weeks: 4 });
  const other = {
    ...form,
    other_times: { '2027-03-22': '2027-03-23T11:00', '2027-05-01': '2027-05-02T09:00' },
    left_out: [],
  };
  expect(toSeries('2027-02-22T09:30', other)).toEqual({
    times: 3,
    every_weeks: 4,
    other_times: [{ date: '2027-03-22', appointment_time: '2027-03-23T11:00' }],
  });
  const without = { ...form, left_out: ['2027-03-22', '2027-05-01'] };
  expect(toSeries('2027-02-22T09:30', without)).toEqual({
    times: 3,
    every_weeks: 4,
    left_out: ['2027-03-22'],
  });
});

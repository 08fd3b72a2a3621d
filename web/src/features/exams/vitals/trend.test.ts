import { expect, test } from 'vitest';

import { formerOf, linePoints, trendInWords, valueInWords } from '@/features/exams/vitals/trend';
import { readVitals } from '@/features/exams/vitals/vitalsText';

const exam = (id: number, date: string, text: string) => ({
  id,
  date,
  text,
  readings: readVitals(text),
});
const earlier = [
  exam(3, 'Aug 24, 2026', 'BP: 122/80 mmHg, Temp: 37 °C'),
  exam(2, 'Feb 2, 2026', 'BP: 130/___ mmHg, Temp: 98.2 °F, Height: 5 ft 6 in'),
  exam(1, 'Jan 5, 2026', 'BP 130/84'),
];

test('earlier numbers, newest first, without blanks and other units', () => {
  expect(formerOf('bp', 'mmHg', earlier).map(({ value, number }) => [value, number])).toEqual([
    ['122/80', 122],
    ['130/84', 130],
  ]);
  expect(formerOf('temp', '°F', earlier).map(({ value }) => value)).toEqual(['98.2']);
  expect(formerOf('height', 'ft in', earlier)).toEqual([
    { id: 2, date: 'Feb 2, 2026', value: '5 ft 6 in', number: 66 },
  ]);
  expect(formerOf('hr', 'bpm', earlier)).toEqual([]);
});

test('in words', () => {
  expect(trendInWords('118/76', formerOf('bp', 'mmHg', earlier))).toBe(
    '118/76, was 122/80 on Aug 24, 2026, 130/84 on Jan 5, 2026',
  );
  expect(trendInWords('', formerOf('temp', '°F', earlier))).toBe('was 98.2 on Feb 2, 2026');
  expect(trendInWords('72', [])).toBe('72');
  expect(valueInWords(readVitals('Height: 6 ft').get('height'))).toBe('6 ft');
  expect(valueInWords(undefined)).toBe('');
});

test('as a line within its box', () => {
  expect(linePoints([130, 122, 118], 50, 12)).toBe('1,1 25,7.7 49,11');
  expect(linePoints([72, 72], 50, 12)).toBe('1,6 49,6');
  expect(linePoints([72, NaN], 50, 12)).toBe('');
});

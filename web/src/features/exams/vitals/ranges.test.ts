import { expect, test } from 'vitest';

import { judge } from '@/features/exams/vitals/ranges';
import { readVital } from '@/features/exams/vitals/vitalsText';

const judgementOf = (entry: string) => {
  const reading = readVital(entry);
  return reading ? judge(reading) : undefined;
};

test.each([
  ['HR: 720 bpm', 'unusual', 'HR 720: Is this right? Usual range 40 to 160 bpm.'],
  [
    'BP: 260/90 mmHg',
    'unusual',
    'BP 260/90: Is this right? Usual range 70 to 220 over 40 to 130 mmHg.',
  ],
  [
    'BP: 76/118 mmHg',
    'impossible',
    'BP 76/118 is not possible: the first number must be the higher one.',
  ],
  [
    'BP: 118/118 mmHg',
    'impossible',
    'BP 118/118 is not possible: the first number must be the higher one.',
  ],
  ['BP: 182/112 mmHg', 'defer', 'BP 182/112 is high: consider deferring treatment.'],
  ['BP: 150/110 mmHg', 'defer', 'BP 150/110 is high: consider deferring treatment.'],
  ['Temp: 100.4 °F', 'defer', 'Temp 100.4 is high: consider deferring treatment.'],
  ['Temp: 37 °F', 'unusual', 'Temp 37: Is this right? Usual range 95 to 104 °F.'],
  ['SpO2: 101%', 'impossible', 'SpO2 101 is not possible: the value must be between 0 and 100.'],
  ['SpO2: 80%', 'unusual', 'SpO2 80: Is this right? Usual range 85 to 100 %.'],
  ['Pain: 11/10', 'impossible', 'Pain 11 is not possible: the value must be between 0 and 10.'],
  ['Height: 5 ft 13 in', 'impossible', 'Height 5 ft 13: a foot has twelve inches.'],
  ['Height: 9 ft 1 in', 'unusual', 'Height 9 ft 1: Is this right? Usual range 4 to 7 ft.'],
  ['HR: abc bpm', 'impossible', 'HR: “abc” is not a number.'],
  ['BP: 118/x mmHg', 'impossible', 'BP: “x” is not a number.'],
])('%s', (entry, tone, words) => {
  expect(judgementOf(entry)).toEqual({ tone, words });
});

test.each([
  'BP: 118/76 mmHg',
  'BP: 118/___ mmHg',
  'HR: ___ bpm',
  'HR: 40 bpm',
  'HR: 160 bpm',
  'Temp: 98.6 °F',
  'Temp: 37 °C',
  'SpO2: 100%',
  'RR: 14/min',
  'Weight: 148 lb',
  'Weight: 70 kg',
  'Height: 5 ft 6 in',
  'Height: 6 ft',
  'Height: 175 cm',
  'BMI: 23.9',
  'Pain: 0/10',
  'O2 sat: 98% on room air',
])('nothing is said of %s', (entry) => {
  expect(judgementOf(entry)).toBeNull();
});

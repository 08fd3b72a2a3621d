import { describe, expect, test } from 'vitest';

import { bmiOf, writeVitalAndBmi } from '@/features/exams/vitals/bmi';
import { vitalKeys, vitals, type VitalKey } from '@/features/exams/vitals/vitals';
import {
  cleanValue,
  freeText,
  offeredReading,
  readVital,
  readVitals,
  valuesOf,
  writeVital,
} from '@/features/exams/vitals/vitalsText';

const read = (text: string) =>
  Object.fromEntries(
    [...readVitals(text)].map(([key, reading]) => [key, valuesOf(reading).join('|')]),
  );
const clinic = vitalKeys.map((key) => vitals[key].notations[0].entry);

test('the text that the quick-add list makes is read', () => {
  expect(
    read(
      'BP: 118/76 mmHg, HR: 72 bpm, Temp: 98.4 °F, SpO2: 99%, RR: 14/min, Weight: 148 lb, Height: 5 ft 6 in, BMI: 23.9 kg/m², Pain: 0/10, O2 sat: 98% on room air',
    ),
  ).toEqual({
    bp: '118|76',
    hr: '72',
    temp: '98.4',
    spo2: '99',
    rr: '14',
    weight: '148',
    height: '5|6',
    bmi: '23.9',
    pain: '0',
    o2: '98',
  });
  for (const key of vitalKeys) {
    for (const notation of vitals[key].notations)
      expect(readVital(notation.entry)).toMatchObject({ key, notation });
  }
});

test.each([
  ['BP 118/76', { bp: '118|76' }],
  ['blood pressure 118 / 76 mm Hg; pulse 70', { bp: '118|76', hr: '70' }],
  ['hr 72\ntemp 37.2 C', { hr: '72', temp: '37.2' }],
  ['Temp: 37°C, Weight: 70kg', { temp: '37', weight: '70' }],
  ['Height 5\'6"', { height: '5|6' }],
  ['Height: 168 cm', { height: '168' }],
  ['BP: 118/___ mmHg', { bp: '118|' }],
  ['HR:', { hr: '' }],
  ['HR: abc bpm', { hr: 'abc' }],
  ['HR: 70 bpm, HR: 90 bpm', { hr: '70' }],
  // Free text stays free text.
  ['HR 72 after exercise', {}],
  ['HRV 60, Pain free, weight stable', {}],
  ['O2 sat: 97% on 2 L nasal', {}],
  ['118/76', {}],
  ['', {}],
  [' ,;\n,, ', {}],
])('%j', (text, values) => {
  expect(read(text)).toEqual(values);
});

test.each<[string, VitalKey, string[], string]>([
  ['', 'bp', ['118', '76'], 'BP: 118/76 mmHg'],
  ['', 'bp', ['118', ''], 'BP: 118/___ mmHg'],
  ['BP: ___/___ mmHg', 'bp', ['118', '76'], 'BP: 118/76 mmHg'],
  ['bp 120/80 , sat up', 'bp', ['118', '76'], 'bp 118/76 , sat up'],
  ['HR: 72 bpm', 'bp', ['118', '76'], 'BP: 118/76 mmHg, HR: 72 bpm'],
  ['Sat up, HR: 72 bpm', 'bp', ['118', '76'], 'Sat up, BP: 118/76 mmHg, HR: 72 bpm'],
  ['After rest\nPain: 0/10', 'hr', ['72'], 'After rest\nHR: 72 bpm, Pain: 0/10'],
  ['BP: 118/76 mmHg, ', 'hr', ['72'], 'BP: 118/76 mmHg, HR: 72 bpm'],
  ['BP: 118/76 mmHg, HR: 72 bpm, RR: 14/min', 'hr', [''], 'BP: 118/76 mmHg, RR: 14/min'],
  ['HR: 72 bpm, RR: 14/min', 'hr', [''], 'RR: 14/min'],
  ['BP: 118/76 mmHg, HR: 72 bpm', 'hr', [''], 'BP: 118/76 mmHg'],
  ['HR: 72 bpm', 'hr', [''], ''],
  ['Sat up', 'hr', [''], 'Sat up'],
  ['HR 72', 'hr', ['x'], 'HR: x'],
  ['HR', 'hr', ['72'], 'HR 72'],
  ['', 'temp', ['36,6'], 'Temp: 36.6 °F'],
])('%j with another %s %j', (text, key, values, expected) => {
  expect(writeVital(text, key, values, clinic)).toBe(expected);
});

test('what is no sign is free text', () => {
  expect(freeText('HR: 70 bpm, sat up; HR: 90 bpm\nPain free, ')).toEqual([
    'sat up',
    'HR: 90 bpm',
    'Pain free',
  ]);
});

test("the clinic's own entry says how a sign is written", () => {
  const own = ['Temp: ___ °C', 'Glucose: ___ mg/dL'];
  expect(writeVital('', 'temp', ['36.6'], own)).toBe('Temp: 36.6 °C');
  expect(offeredReading('temp', own).notation.unit).toBe('°C');
  expect(writeVital('Glucose: 90 mg/dL', 'temp', ['36.6'], own)).toBe(
    'Glucose: 90 mg/dL, Temp: 36.6 °C',
  );
});

/** Numbers between 0 and 1 that are the same in each run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('whatever stands in the text', () => {
  const scraps = [
    'BP',
    'HR',
    ':',
    ' ',
    '118',
    '/',
    '76',
    ' mmHg',
    ',',
    ', ',
    ';',
    '\n',
    '___',
    '_',
    'bpm',
    'Temp',
    '°C',
    '98.4',
    'é',
    '💉',
    '\\',
    '$&',
    '$1',
    '<b>',
    "'",
    '"',
    'Height',
    ' ft ',
    ' in',
    '5',
    'SpO2: 99%',
    'sat up',
    '(',
    '[',
    '*',
    '\t',
    '\r',
    ' ',
    'Pain: 0/10',
    '0'.repeat(40),
    '٣',
  ];
  const values = [
    '',
    '118',
    '76',
    '98.4',
    'x',
    '98%',
    'bpm',
    '36,6',
    ' 7 2 ',
    '720',
    '-5',
    '1/2',
    '___',
    '$&',
    '°F',
    'ft',
    ':',
    '💉',
    '9'.repeat(30),
  ];
  const random = dice(7);
  const any = <Item>(list: readonly Item[]): Item =>
    list[Math.floor(random() * list.length)] as Item;
  const cases = Array.from({ length: 4_000 }, () => ({
    text: Array.from({ length: Math.floor(random() * 9) }, () => any(scraps)).join(''),
    key: any(vitalKeys),
    typed: [any(values), any(values)],
  }));
  const entries = (text: string) =>
    text
      .split(/[,;\n]/)
      .map((entry) => entry.trim())
      .filter(Boolean);

  const tried = cases.map(({ text, key, typed }) => {
    const former = readVitals(text).get(key);
    const wanted = typed.slice(0, (former?.notation ?? vitals[key].notations[0]).parts.length);
    return {
      text,
      key,
      former,
      kept: wanted.map(cleanValue),
      written: writeVital(text, key, wanted, clinic),
    };
  });

  test('numbers that are written are read again', () => {
    // A unit that was typed for a number is read as the unit.
    const numbers = tried.filter(
      ({ kept }) =>
        kept.some((value) => value !== '') && kept.every((value) => !/^\D|%$/.test(value)),
    );
    expect(
      numbers.filter(
        ({ key, kept, written }) =>
          valuesOf(readVitals(written).get(key) ?? { pieces: [] }).join() !== kept.join(),
      ),
    ).toEqual([]);
    expect(numbers.length).toBeGreaterThan(1_000);
  });

  test('what was typed is in the text, and every other entry is still there', () => {
    const lost = tried.filter(({ text, former, kept, written }) => {
      const others = entries(text);
      others.splice(former ? others.indexOf(former.pieces.join('').trim()) : others.length, 1);
      const left = entries(written);
      const gone = others.filter(
        (other) => left.splice(left.indexOf(other), left.includes(other) ? 1 : 0).length === 0,
      );
      return gone.length > 0 || left.length > 1 || kept.some((value) => !written.includes(value));
    });
    expect(lost).toEqual([]);
  });

  test('writing what is there changes nothing', () => {
    const there = cases.flatMap(({ text }) =>
      [...readVitals(text)].map(([key, reading]) => ({ text, key, own: valuesOf(reading) })),
    );
    const whole = there.filter(({ own }) =>
      own.every((value) => value !== '' && value === cleanValue(value)),
    );
    expect(
      whole.filter(({ text, key, own }) => writeVital(text, key, own, clinic) !== text),
    ).toEqual([]);
    expect(whole.length).toBeGreaterThan(100);
  });

  // In quadratic time some of these would take more than a minute.
  test.each(["'", 'BP: ', '1', ' ', 'Height: 5', '_'])(
    'a very long text of %j is read in linear time',
    (scrap) => {
      const long = scrap.repeat(200_000);
      expect(read(`Height: 5 ft${long}`)).toEqual({});
      expect(read(`Height: ${long}5 ft`)).toEqual({});
      expect(read(`${long}, HR: 72 bpm`)).toMatchObject({ hr: '72' });
    },
  );
});

describe('the BMI', () => {
  const measured = 'Weight: 148 lb, Height: 5 ft 6 in';
  test.each([
    [measured, '23.9'],
    ['Weight: 70 kg, Height: 175 cm', '22.9'],
    ['Weight: 148 lb, Height: 6 ft', '20.1'],
    ['Weight: 148 lb', ''],
    ['Weight: abc lb, Height: 5 ft 6 in', ''],
    ['Weight: 148 lb, Height: 0 ft 6 in', ''],
    ['', ''],
  ])('of %j is %j', (text, bmi) => expect(bmiOf(text)).toBe(bmi));

  test('is written with the weight or the height that completes them, and follows both', () => {
    const first = writeVitalAndBmi(
      'Weight: 148 lb, Height: 5 ft ___ in',
      'height',
      ['5', '6'],
      clinic,
    );
    expect(first).toBe('Weight: 148 lb, Height: 5 ft 6 in, BMI: 23.9 kg/m²');
    expect(writeVitalAndBmi(first, 'weight', ['160'], clinic)).toBe(
      'Weight: 160 lb, Height: 5 ft 6 in, BMI: 25.8 kg/m²',
    );
    expect(writeVitalAndBmi(first, 'weight', [''], clinic)).toBe('Height: 5 ft 6 in');
  });

  test('that was typed stays', () => {
    expect(writeVitalAndBmi(`${measured}, BMI: 24.5 kg/m²`, 'weight', ['160'], clinic)).toBe(
      'Weight: 160 lb, Height: 5 ft 6 in, BMI: 24.5 kg/m²',
    );
    expect(writeVitalAndBmi(measured, 'hr', ['72'], clinic)).toBe(`HR: 72 bpm, ${measured}`);
  });
});

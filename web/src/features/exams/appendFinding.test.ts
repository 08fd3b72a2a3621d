import { describe, expect, test } from 'vitest';

import {
  appendFinding,
  blankWithin,
  countBlanks,
  findingJoiner,
  nextBlank,
  vitalsJoiner,
} from '@/features/exams/appendFinding';

const add = (text: string, finding: string) => appendFinding(text, finding, findingJoiner);

describe('adding a finding', () => {
  test('an empty field holds the finding alone', () => {
    expect(add('', 'Afebrile')).toBe('Afebrile');
    expect(add('  \n', 'Afebrile')).toBe('Afebrile');
  });

  test('findings are separated by a semicolon, vitals by a comma', () => {
    expect(add('Afebrile', 'Appears stated age')).toBe('Afebrile; Appears stated age');
    expect(appendFinding('HR: 72 bpm', 'RR: ___/min', vitalsJoiner)).toBe(
      'HR: 72 bpm, RR: ___/min',
    );
  });

  test('a separator that was typed already is not doubled', () => {
    expect(add('Afebrile;', 'Appears stated age')).toBe('Afebrile; Appears stated age');
    expect(add('Afebrile ; ; ', 'Appears stated age')).toBe('Afebrile; Appears stated age');
    expect(appendFinding('HR: 72 bpm, ', 'RR: ___/min', vitalsJoiner)).toBe(
      'HR: 72 bpm, RR: ___/min',
    );
  });

  test('the same phrase is not added twice, wherever it stands', () => {
    for (const text of [
      'Afebrile',
      'afebrile ',
      'Afebrile; Tired',
      'Tired;Afebrile',
      'Tired; Afebrile; Pale',
      'Tired\nAfebrile\nPale',
    ]) {
      expect(add(text, 'Afebrile')).toBe(text);
    }
  });

  test('a longer phrase that contains the finding does not count as the finding', () => {
    expect(add('No rash or hives', 'No rash')).toBe('No rash or hives; No rash');
    expect(add('Denies No rash', 'No rash')).toBe('Denies No rash; No rash');
  });

  test('a phrase may hold commas, brackets, pluses and slashes', () => {
    const scar = 'Acne scarring (ice pick, boxcar or rolling)';
    expect(add(add('', scar), scar)).toBe(scar);
    expect(add('Radial pulses 2+ and symmetric', 'Radial pulses 2+ and symmetric')).toBe(
      'Radial pulses 2+ and symmetric',
    );
    expect(add('Strength 5x5', 'Strength 5.5')).toBe('Strength 5x5; Strength 5.5');
  });

  test('a second reading may follow one that was filled in, but not one still blank', () => {
    expect(appendFinding('BP: 180/95 mmHg', 'BP: ___/___ mmHg', vitalsJoiner)).toBe(
      'BP: 180/95 mmHg, BP: ___/___ mmHg',
    );
    expect(appendFinding('BP: ___/___ mmHg', 'BP: ___/___ mmHg', vitalsJoiner)).toBe(
      'BP: ___/___ mmHg',
    );
  });

  test('a blank entry adds nothing', () => {
    expect(add('Afebrile', '  ')).toBe('Afebrile');
  });
});

describe('blanks', () => {
  test('the first blank of the phrase just added is found, not one before it', () => {
    const text = 'HR: ___ bpm, BP: ___/___ mmHg';
    expect(blankWithin(text, 'BP: ___/___ mmHg')).toEqual([17, 20]);
    expect(text.slice(17, 20)).toBe('___');
  });

  test('a phrase without a blank, or no longer there, has none', () => {
    expect(blankWithin('Afebrile', 'Afebrile')).toBeNull();
    expect(blankWithin('HR: 72 bpm', 'HR: ___ bpm')).toBeNull();
  });

  test('the next blank is looked for from the caret on, then from the top', () => {
    const text = 'BP: ___/___ mmHg';
    expect(nextBlank(text, 0)).toEqual([4, 7]);
    expect(nextBlank(text, 7)).toEqual([8, 11]);
    expect(nextBlank(text, 12)).toEqual([4, 7]);
    expect(nextBlank('HR: 72 bpm', 0)).toBeNull();
  });

  test('blanks are counted', () => {
    expect(countBlanks('')).toBe(0);
    expect(countBlanks('BP: ___/___ mmHg, HR: 70 bpm')).toBe(2);
  });
});

import { describe, expect, test } from 'vitest';

import { truncate, withAllSystems } from '@/features/exams/sectionText';

describe('a preview', () => {
  test('has at most 40 characters, and an ellipsis where it was cut', () => {
    expect(truncate('a'.repeat(40), 40)).toBe('a'.repeat(40));
    expect(truncate('a'.repeat(41), 40)).toBe(`${'a'.repeat(40)}…`);
    expect(truncate(`${'a'.repeat(39)} b`, 40)).toBe(`${'a'.repeat(39)}…`);
  });

  test('counts characters as people do, and never halves one', () => {
    expect(truncate('😀'.repeat(41), 40)).toBe(`${'😀'.repeat(40)}…`);
  });

  test('is on one line, and a dash when there is nothing', () => {
    expect(truncate('HEENT: clear\n\nSkin:\tdry', 40)).toBe('HEENT: clear Skin: dry');
    expect([truncate(null, 40), truncate(' \n', 40)]).toEqual(['—', '—']);
  });
});

describe('a line for every system', () => {
  const all =
    'Constitutional: \nHEENT: \nCardiovascular: \nRespiratory: \nGastrointestinal: \nGenitourinary: \nMusculoskeletal: \nNeurological: \nSkin: \nPsychiatric: ';

  test('starts an empty text', () => {
    expect(withAllSystems('')).toBe(all);
    expect(withAllSystems(' \n ')).toBe(all);
  });

  test('keeps what is written and adds only what is missing', () => {
    const written = 'skin: Warm, dry\nHEENT: Clear\n';
    const added = withAllSystems(written);
    expect(added.startsWith('skin: Warm, dry\nHEENT: Clear\nConstitutional: ')).toBe(true);
    expect(added.split('\n')).toHaveLength(10);
    expect(withAllSystems(added)).toBe(added.trimEnd());
  });
});

import { describe, expect, test } from 'vitest';

import { readSuccess } from '@/features/billing/successQuery';

const read = (query: string) => readSuccess(new URLSearchParams(query));

describe('the plan', () => {
  test.each([
    ['basic', 'Basic'],
    ['plus', 'Plus'],
    ['pro', 'Pro'],
    ['Plus', 'Plus'],
    ['PRO', 'Pro'],
  ])('%s is %s', (plan, name) => expect(read(`plan=${plan}`).plan).toBe(name));

  test.each([
    '',
    'gold',
    'P\u{FF2C}US',
    ' plus',
    'plus,pro',
    'constructor',
    '__proto__',
    'toString',
    '<b>plus</b>',
    'plus%00',
    '\u{1F48E}',
  ])('%j is none', (plan) => {
    expect(read(`plan=${encodeURIComponent(plan)}`).plan).toBeNull();
  });

  test('is the first of several, and none when that is none', () => {
    expect(read('plan=plus&plan=pro').plan).toBe('Plus');
    expect(read('plan=gold&plan=pro').plan).toBeNull();
    expect(read('').plan).toBeNull();
  });
});

describe('the session id', () => {
  const shown = (id: string) => read(`session_id=${encodeURIComponent(id)}`).session;

  test('is shown by its first twelve characters', () => {
    expect(shown('cs_test_a1b2c3d4e5f6g7h8')).toBe('cs_test_a1b2');
    expect(shown('cs_1')).toBe('cs_1');
  });

  test('counts a character as one, however it is stored', () => {
    expect(shown('\u{1F48E}'.repeat(20))).toBe('\u{1F48E}'.repeat(12));
  });

  test('leaves out characters that are invisible, combining without end, or bidirectional', () => {
    expect(shown('\u202Ecs_\u200Btest\u0000_\n a\u0301b')).toBe('cs_test_ab');
    expect(shown('a' + '\u0301'.repeat(300) + 'b')).toBe('ab');
  });

  test('is nothing when there is nothing in it', () => {
    for (const id of ['', '   ', '\u200B\u202E']) expect(shown(id)).toBeNull();
    expect(read('plan=plus').session).toBeNull();
  });

  test('stays short, however long it came', () => {
    expect(shown('x'.repeat(200_000))).toBe('x'.repeat(12));
  });

  test('is the first of several', () => {
    expect(read('session_id=cs_first&session_id=cs_second').session).toBe('cs_first');
  });
});

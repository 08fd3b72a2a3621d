import { describe, expect, test } from 'vitest';

import { countPoints, newRule, readPoints, ruleForm } from '@/features/loyalty/ruleForm';

describe('points', () => {
  test.each([
    ['10', 10],
    [' 25 ', 25],
    ['0', 0],
    ['007', 7],
    ['+5', 5],
    ['-3', -3],
    ['2.5', 2.5],
  ])('%j is the number %d', (text, points) => expect(readPoints(text)).toBe(points));

  test.each(['', ' ', 'abc', '12abc', '1,000', '1e3', '0x10', 'NaN', 'Infinity', '-', '.', '٣'])(
    '%j is no number and becomes 0',
    (text) => {
      expect(readPoints(text)).toBe(0);
    },
  );

  test('are counted in words', () => {
    expect([0, 1, 2, 1250].map(countPoints)).toEqual([
      '0 points',
      '1 point',
      '2 points',
      '1,250 points',
    ]);
  });
});

describe('the form', () => {
  const read = (form: object) => ruleForm.safeParse({ ...newRule, ...form });

  test('begins with ten points for Botox', () => {
    expect(read({}).data).toEqual({ service: 'Botox', points: 10 });
  });

  test('takes nothing that cannot be given as points', () => {
    for (const points of ['-1', '2.5', '1000000']) {
      expect(read({ points }).error?.issues).toEqual([
        expect.objectContaining({
          path: ['points'],
          message: 'Enter a whole number from 0 to 999,999.',
        }),
      ]);
    }
    expect(read({ points: '999999' }).data?.points).toBe(999_999);
  });

  test.each([
    'Botox',
    'PRP/PRF Face',
    'PRP Hair Restoration',
    'EZ Gel Face',
    'EZ Gel Hands',
    'Microneedling',
    'Consultation',
    'Follow-up',
  ])('accepts %s', (service) => {
    expect(read({ service }).success).toBe(true);
  });

  test("accepts a service of the clinic's own: the server knows which there are", () => {
    expect(read({ service: 'Chemical Peel' }).success).toBe(true);
  });
});

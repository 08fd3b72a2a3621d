import { describe, expect, test } from 'vitest';

import { idleState } from '@/app/idle';

const minute = 60_000;

describe('with fifteen minutes allowed', () => {
  test.each([
    [0, { phase: 'active' }],
    [14 * minute - 1, { phase: 'active' }],
    [14 * minute, { phase: 'warning', secondsLeft: 60 }],
    [15 * minute - 1, { phase: 'warning', secondsLeft: 1 }],
    [15 * minute, { phase: 'over' }],
    [900 * minute, { phase: 'over' }],
  ])('after %i ms', (waited, phase) => {
    expect(idleState(1_000_000 + waited, 1_000_000, 15)).toEqual(phase);
  });
});

test('a limit of one minute still begins without the warning', () => {
  expect(idleState(29_999, 0, 1)).toEqual({ phase: 'active' });
  expect(idleState(30_000, 0, 1)).toEqual({ phase: 'warning', secondsLeft: 30 });
});

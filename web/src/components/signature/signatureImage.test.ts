import { expect, test, vi } from 'vitest';

import { drawTypedName } from '@/components/signature/signatureImage';

function written(name: string, typedAt?: Date) {
  const fillText = vi.fn<(text: string, x: number, y: number) => void>();
  const brush = {
    fillText,
    measureText: () => ({ width: 100 }),
  } as unknown as CanvasRenderingContext2D;
  drawTypedName(brush, { name, ...(typedAt && { typedAt }) }, 400, 120);
  return fillText.mock.calls.filter(([text]) => text !== '');
}

test('a name typed again is another picture, with the time below it and within the image', () => {
  const [first, again] = [new Date(2026, 10, 20, 10, 0, 5), new Date(2026, 10, 20, 10, 0, 6)].map(
    (at) => written('Amelia Hart', at),
  );
  expect(first?.map(([text]) => text)).toEqual([
    'Amelia Hart',
    expect.stringMatching(/^Typed Nov 20, 2026, 10:00:05\sAM$/),
  ]);
  expect(again).not.toEqual(first);
  for (const [, , y] of first ?? []) expect(y).toBeLessThan(120);
});

test('nothing is written while there is no name', () => {
  expect(written('', new Date())).toEqual([]);
});

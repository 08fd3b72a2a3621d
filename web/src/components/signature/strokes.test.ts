import { describe, expect, test } from 'vitest';

import {
  fittingSize,
  hasContent,
  strokeLength,
  strokeSpan,
  isSigned,
  isTrueReading,
  minStrokeLength,
  blankDrawing,
  pictureBytes,
  replayable,
  scaled,
  toShades,
  type Drawing,
  type Stroke,
} from '@/components/signature/strokes';

const line = (...points: [number, number][]): Stroke =>
  points.map(([x, y], time) => ({ x, y, time, color: '#000' }));

/** As the pad leaves it: with an earlier point repeated at the end. */
const drawnLine = (...points: [number, number][]) =>
  line(...points, points[points.length - 3] ?? points[0] ?? [0, 0]);

const drawing = (...strokes: Stroke[]): Drawing => ({ ...blankDrawing, strokes });

describe('what counts as a signature', () => {
  test('an empty box is none', () => {
    expect(isSigned(blankDrawing)).toBe(false);
    expect(hasContent(blankDrawing)).toBe(false);
  });

  test('a touch leaves a dot, but no signature', () => {
    const dot = drawing(line([10, 10]));
    expect(hasContent(dot)).toBe(true);
    expect(isSigned(dot)).toBe(false);
  });

  test('a line counts from the minimum length on', () => {
    const long = (length: number) => drawing(drawnLine([0, 50], [length / 2, 50], [length, 50]));
    expect(isSigned(long(minStrokeLength - 1))).toBe(false);
    expect(isSigned(long(minStrokeLength))).toBe(true);
  });

  test('short strokes add up: initials are enough', () => {
    const x = [drawnLine([0, 0], [8, 8], [16, 16]), drawnLine([16, 0], [8, 8], [0, 16])];
    expect(isSigned(drawing(...x.slice(0, 1)))).toBe(false);
    expect(isSigned(drawing(...x))).toBe(true);
  });

  test('many strokes in one spot are no signature', () => {
    const scribble = drawnLine(
      ...Array.from({ length: 40 }, (_, i): [number, number] => [100 + (i % 2) * 8, 50]),
    );
    expect(strokeLength([scribble])).toBeGreaterThan(minStrokeLength);
    expect(isSigned(drawing(scribble))).toBe(false);
  });

  test('a stroke of two close points is drawn and counted as a dot', () => {
    const flick = drawing(line([0, 0], [60, 0], [0, 0]));
    expect(strokeLength(flick.strokes)).toBe(0);
    expect(isSigned(flick)).toBe(false);
  });

  test('a typed name needs two letters, in any script', () => {
    const typed = (name: string): Drawing => ({ ...blankDrawing, mode: 'type', name });
    expect(['', '  ', 'A', '42', '. -'].filter((name) => isSigned(typed(name)))).toEqual([]);
    expect(['Al', 'J. D.', 'José', '李明'].filter((name) => !isSigned(typed(name)))).toEqual([]);
  });

  test('what was drawn does not count while a name is typed, and the other way round', () => {
    const both = { strokes: [drawnLine([0, 0], [50, 20], [100, 0])], name: '' };
    expect(isSigned({ ...both, mode: 'type' })).toBe(false);
    expect(hasContent({ ...both, mode: 'type' })).toBe(false);
    expect(isSigned({ ...both, mode: 'draw' })).toBe(true);
  });
});

describe('strokes', () => {
  test('scaling there and back gives the same strokes and leaves the first ones alone', () => {
    const strokes = [line([10, 20], [30, 40])];
    const half = scaled(strokes, 0.5);
    expect(half[0]).toMatchObject([
      { x: 5, y: 10, time: 0 },
      { x: 15, y: 20, time: 1 },
    ]);
    expect(scaled(half, 2)).toEqual(strokes);
    expect(strokes[0]?.[0]).toMatchObject({ x: 10, y: 20 });
  });

  test('the span is the longer side of the box around the strokes', () => {
    expect(strokeSpan([drawnLine([0, 0], [10, 5], [20, 10])])).toBe(20);
    expect(strokeSpan([drawnLine([0, 0], [1, 40], [2, 80])])).toBe(80);
    expect(strokeSpan([])).toBe(0);
  });

  test('dots are replayed as one point, lines whole, empty strokes not at all', () => {
    const long = drawnLine([0, 0], [10, 0], [20, 0]);
    expect(replayable([line([1, 1]), line([1, 1], [3, 1], [1, 1]), long, []])).toEqual([
      line([1, 1]),
      line([1, 1]),
      long,
    ]);
  });
});

describe('the picture', () => {
  test('a text is as large as fits, and no larger than wished', () => {
    expect(fittingSize(5, 300, 48)).toBe(48);
    expect(fittingSize(10, 300, 48)).toBe(30);
    expect(fittingSize(0, 300, 48)).toBe(48);
  });

  test.each([0, 1, 2, 3, 100, 65_535])('%i bytes are counted behind a data URL', (size) => {
    expect(pictureBytes(`data:image/png;base64,${btoa('x'.repeat(size))}`)).toBe(size);
  });

  const probe = (white: number, dark: number) =>
    [
      ...Array.from({ length: 8 }, () => [white, white, white, 255]),
      ...Array.from({ length: 8 }, () => [dark, dark, dark, 255]),
    ].flat();

  test('a canvas is readable when white is white and the pen is dark, within some noise', () => {
    expect(isTrueReading(probe(255, 31))).toBe(true);
    expect(isTrueReading(probe(250, 36))).toBe(true);
  });

  test('a canvas of noise, of one colour or empty is not readable', () => {
    expect(isTrueReading(probe(255, 255))).toBe(false);
    expect(isTrueReading(probe(0, 0))).toBe(false);
    expect(isTrueReading(probe(120, 140))).toBe(false);
    expect(isTrueReading([])).toBe(false);
  });
});

describe('the shades of a picture', () => {
  const shaded = (...pixels: number[][]) => {
    const data = Uint8ClampedArray.from(pixels.flat());
    toShades(data);
    return Array.from({ length: pixels.length }, (_, at) =>
      Array.from(data.slice(at * 4, at * 4 + 4)),
    );
  };

  test('paper and pen keep their colours', () => {
    const both = [
      [255, 255, 255, 255],
      [31, 43, 42, 255],
    ];
    expect(shaded(...both)).toEqual(both);
  });

  test('a colour that was rounded differently is merged with its neighbour, and one darker than the pen becomes the pen’s', () => {
    expect(shaded([143, 149, 148, 255], [143, 148, 149, 255], [143, 150, 150, 255])).toEqual(
      Array.from({ length: 3 }, () => [143, 149, 148, 255]),
    );
    expect(shaded([28, 41, 40, 255])).toEqual([[31, 43, 42, 255]]);
  });

  test('there are fewer than 256, and none is far from what was drawn', () => {
    const drawnPixels = Array.from({ length: 225 * 9 }, (_, at) => {
      const covered = Math.floor(at / 9) / 224;
      return [
        255 - 224 * covered,
        255 - 212 * covered + (at % 3) - 1,
        255 - 213 * covered + (Math.floor(at / 3) % 3) - 1,
        255,
      ];
    });
    const all = shaded(...drawnPixels);
    expect(new Set(all.map(String)).size).toBe(225);
    all.forEach((pixel, at) =>
      pixel.forEach((channel, which) =>
        expect(Math.abs(channel - (drawnPixels[at]?.[which] ?? 0))).toBeLessThan(2),
      ),
    );
  });
});

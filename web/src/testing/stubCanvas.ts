import { vi } from 'vitest';

import { penColor } from '@/components/signature/strokes';
import { colour } from '@/theme/tokens';

export const stubPng = 'data:image/png;base64,iVBORw0KGgo=';

/**
 * A canvas for jsdom, which has none. It accepts every call, reads back the painted colours, and exports an empty picture; the look of a
 * signature is tested in a browser. A `blind` canvas reads back noise, as browsers do that prevent fingerprinting.
 */
export function stubCanvas({ blind = false } = {}) {
  let painted: string[] = [];
  const nothing = () => {};
  const brush = {
    fillStyle: '',
    clearRect: nothing,
    beginPath: nothing,
    moveTo: nothing,
    arc: nothing,
    closePath: nothing,
    fill: nothing,
    scale: nothing,
    putImageData: nothing,
    setTransform: nothing,
    fillText: nothing,
    drawImage: nothing,
    fillRect() {
      painted = [...painted, this.fillStyle].slice(-2);
    },
    measureText: () => ({ width: 100 }),
    getImageData(_x: number, _y: number, width: number, height: number) {
      if (blind)
        return {
          data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at * 97) % 256),
        };
      const half = (style: string | undefined) =>
        Array.from({ length: (width * height) / 2 }, () => rgba[style ?? ''] ?? [0, 0, 0, 0]);
      return { data: Uint8ClampedArray.from([...half(painted[0]), ...half(painted[1])].flat()) };
    },
  };
  vi.stubGlobal('CanvasRenderingContext2D', class {});
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => brush as unknown as null,
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(stubPng);
  HTMLCanvasElement.prototype.setPointerCapture = nothing;
}

const rgba: Record<string, number[]> = {
  [colour.paper]: [255, 255, 255, 255],
  [penColor]: [31, 43, 42, 255],
};

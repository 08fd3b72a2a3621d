import { colour } from '@/theme/tokens';

/** One point of a stroke. Strokes are kept in the picture's own units (400 wide), whatever the size on the screen. */
export interface StrokePoint {
  x: number;
  y: number;
  time: number;
  color?: string | undefined;
}

export type Stroke = readonly StrokePoint[];

/** The content of the pad. What is drawn and what is typed are kept apart, so that switching between them loses nothing. */
export interface Drawing {
  mode: 'draw' | 'type';
  strokes: readonly Stroke[];
  name: string;
  /** When the last letter was typed. */
  typedAt?: Date;
}

export const pictureWidth = 400;
export const penColor = colour.ink;
export const blankDrawing: Drawing = { mode: 'draw', strokes: [], name: '' };

export const missingSignature = 'Please sign in the box.';
export const missingTypedName = 'Please type your full name.';
export const unreadableDrawing =
  'This browser does not let the page read the drawing. Allow this site to use canvas images, or sign in another browser.';
export const tooDense = 'This drawing is too dense to be kept. Please clear it and sign again.';

/** The server takes no picture above this size. */
export const maxPictureBytes = 64 * 1024 - 1;

/** Shorter strokes than the smallest initials are an accidental touch, not a signature. */
export const minStrokeLength = 40;
/** Circles on one spot are no signature either: it covers some width or height. */
export const minStrokeSpan = 12;

const minLetters = 2;

export const scaled = (strokes: readonly Stroke[], factor: number): Stroke[] =>
  strokes.map((stroke) =>
    stroke.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  );

/**
 * The strokes in the form in which the library's fromData() draws what it drew live: the library ends each stroke by repeating an
 * earlier point, and replays a stroke of one or two real points as nothing, although live it was a dot.
 */
export const replayable = (strokes: readonly Stroke[]): Stroke[] =>
  strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => (stroke.length <= 3 ? stroke.slice(0, 1) : stroke));

/** The points that are visible: without the repeated one at the end of each stroke. */
const drawn = (strokes: readonly Stroke[]) =>
  replayable(strokes).map((stroke) => (stroke.length > 1 ? stroke.slice(0, -1) : stroke));

const lineLength = (stroke: Stroke) =>
  stroke.reduce((sum, point, index) => {
    const before = stroke[index - 1];
    return before ? sum + Math.hypot(point.x - before.x, point.y - before.y) : sum;
  }, 0);

/** The length of all strokes together, in the picture's units. */
export const strokeLength = (strokes: readonly Stroke[]) =>
  drawn(strokes).reduce((sum, stroke) => sum + lineLength(stroke), 0);

/** The longer side of the box around all strokes. */
export function strokeSpan(strokes: readonly Stroke[]) {
  const points = drawn(strokes).flat();
  if (points.length === 0) return 0;
  const side = (values: number[]) => Math.max(...values) - Math.min(...values);
  return Math.max(side(points.map((point) => point.x)), side(points.map((point) => point.y)));
}

/** Whether this is a signature, and not an empty box or a stray mark. */
export function isSigned({ mode, strokes, name }: Drawing) {
  if (mode === 'type') return (name.match(/\p{L}/gu) ?? []).length >= minLetters;
  return strokeLength(strokes) >= minStrokeLength && strokeSpan(strokes) >= minStrokeSpan;
}

/** Whether there is anything to see, so that "Sign here" goes and Clear works. */
export const hasContent = ({ mode, strokes, name }: Drawing) =>
  mode === 'draw' ? strokes.length > 0 : name !== '';

/** The largest of the sizes at which a text of this width at 1 px fits into the room given. */
export const fittingSize = (widthAtOnePixel: number, room: number, largest: number) =>
  widthAtOnePixel > 0 ? Math.min(largest, room / widthAtOnePixel) : largest;

/** The size of the picture behind a data URL. */
export function pictureBytes(dataUrl: string) {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/**
 * Some browsers return noise or one flat colour to a page that reads a canvas, against fingerprinting; that would be stored as a
 * signature. `pixels` (RGBA) are of a probe, its first half painted white and its second half in the pen's colour. A little noise passes.
 */
export function isTrueReading(pixels: ArrayLike<number>) {
  const brightness = (from: number, to: number) => {
    let sum = 0;
    for (let at = from; at < to; at += 4) sum += pixels[at] ?? 0;
    return sum / ((to - from) / 4);
  };
  const half = pixels.length / 2;
  return half > 0 && brightness(0, half) > 230 && brightness(half, pixels.length) < 60;
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** Indexed by a pixel's red value, three bytes each: the shade between pen and paper that is as dark. */
const shades = Uint8ClampedArray.from(
  Array.from({ length: 256 }, (_, red) => {
    const [pen, paper] = [channels(penColor), channels(colour.paper)];
    const [least = 0, most = 255] = [pen[0], paper[0]];
    const covered = Math.min((most - red) / (most - least), 1);
    return paper.map((white, channel) => white - covered * (white - (pen[channel] ?? 0)));
  }).flat(),
);

/**
 * Reduces `pixels` (RGBA, changed in place) to the 256 shades between paper and pen. A browser that scales a drawing rounds each channel
 * by itself, to hundreds of colours nobody can tell apart; with at most 256 the server stores the picture in a third of the space.
 */
export function toShades(pixels: Uint8ClampedArray) {
  for (let at = 0; at < pixels.length; at += 4) {
    const shade = (pixels[at] ?? 0) * 3;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = shades[shade + channel] ?? 0;
  }
}

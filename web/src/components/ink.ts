import { colour } from '@/theme/tokens';

/** One point of a stroke. Strokes are kept in the picture's own units (400 wide), whatever the size on the screen. */
export interface InkPoint {
  x: number;
  y: number;
  time: number;
  color?: string | undefined;
}

export type Stroke = readonly InkPoint[];

/** What a person has put in the box. Drawing and typing are kept apart, so that changing one's mind loses nothing. */
export interface Ink {
  mode: 'draw' | 'type';
  strokes: readonly Stroke[];
  name: string;
  /** When the last letter was typed. */
  typedAt?: Date;
}

export const pictureWidth = 400;
export const inkColor = colour.ink;
export const noInk: Ink = { mode: 'draw', strokes: [], name: '' };

export const missingSignature = 'Please sign in the box.';
export const missingTypedName = 'Please type your full name.';
export const unreadableDrawing =
  'This browser does not let the page read the drawing. Allow this site to use canvas images, or sign in another browser.';
export const tooDense = 'This drawing is too dense to be kept. Please clear it and sign again.';

/** The server takes no picture above this size. */
export const maxPictureBytes = 64 * 1024 - 1;

/** Shorter than the smallest initials: an accidental touch, not a signature. */
export const leastInk = 40;
/** Going round and round on one spot is not one either: a signature covers some width or height. */
export const leastSpan = 12;

const leastLetters = 2;

export const scaled = (strokes: readonly Stroke[], factor: number): Stroke[] =>
  strokes.map((stroke) => stroke.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })));

/**
 * The strokes as the pad must be given them to draw what it drew live. It ends each stroke by repeating an
 * earlier point, and replays a stroke of one or two real points as nothing, although live it was a dot.
 */
export const replayable = (strokes: readonly Stroke[]): Stroke[] =>
  strokes
    .filter((stroke) => stroke.length > 0)
    .map((stroke) => (stroke.length <= 3 ? stroke.slice(0, 1) : stroke));

/** The points that leave ink: without the repeated one at the end of each line. */
const drawn = (strokes: readonly Stroke[]) =>
  replayable(strokes).map((stroke) => (stroke.length > 1 ? stroke.slice(0, -1) : stroke));

const lineLength = (stroke: Stroke) =>
  stroke.reduce((sum, point, index) => {
    const before = stroke[index - 1];
    return before ? sum + Math.hypot(point.x - before.x, point.y - before.y) : sum;
  }, 0);

/** The length of all lines together, in the picture's units. */
export const inkLength = (strokes: readonly Stroke[]) =>
  drawn(strokes).reduce((sum, stroke) => sum + lineLength(stroke), 0);

/** The longer side of the box around all ink. */
export function inkSpan(strokes: readonly Stroke[]) {
  const points = drawn(strokes).flat();
  if (points.length === 0) return 0;
  const side = (values: number[]) => Math.max(...values) - Math.min(...values);
  return Math.max(side(points.map((point) => point.x)), side(points.map((point) => point.y)));
}

/** Is this a signature, and not an empty box or a stray mark? */
export function isSigned({ mode, strokes, name }: Ink) {
  if (mode === 'type') return (name.match(/\p{L}/gu) ?? []).length >= leastLetters;
  return inkLength(strokes) >= leastInk && inkSpan(strokes) >= leastSpan;
}

/** Is there anything to see (so that "Sign here" goes and Clear works)? */
export const hasInk = ({ mode, strokes, name }: Ink) => (mode === 'draw' ? strokes.length > 0 : name !== '');

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
 * Some browsers answer a page that reads a canvas with noise or one flat colour, so that it cannot recognise
 * them. `pixels` (RGBA) are of a probe, its first half painted white and its second half in ink: a little noise
 * harms nobody, a picture that is not ours would be kept as a signature.
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
/** By how red a pixel is, three bytes each: the colour of as much ink on the paper. */
const shades = Uint8ClampedArray.from(Array.from({ length: 256 }, (_, red) => {
  const [ink, paper] = [channels(inkColor), channels(colour.paper)];
  const [least = 0, most = 255] = [ink[0], paper[0]];
  const covered = Math.min((most - red) / (most - least), 1);
  return paper.map((white, channel) => white - covered * (white - (ink[channel] ?? 0)));
}).flat());

/**
 * Leaves the shades between paper and ink, a colour for each. A browser that fits a drawing to the picture rounds each channel by itself, to some
 * hundreds of colours nobody can tell apart; with fewer than 256 the picture is kept in a third of the room (server, http/signature/drawing.rs).
 * `pixels` (RGBA) are changed where they are.
 */
export function toShades(pixels: Uint8ClampedArray) {
  for (let at = 0; at < pixels.length; at += 4) {
    const shade = (pixels[at] ?? 0) * 3;
    for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] = shades[shade + channel] ?? 0;
  }
}

import {
  fittingSize,
  penColor,
  isTrueReading,
  pictureWidth,
  toShades,
  type Drawing,
} from '@/components/signature/strokes';
import { colour } from '@/theme/tokens';

const scriptFonts =
  '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Apple Chancery", "Brush Script MT", cursive';
const typedMargin = 20;
const timestampSize = 10;
const probeSide = 8;

/**
 * Draws a typed name as large as fits on the baseline, and below it the time at which it was typed: the server takes no picture twice,
 * and a name that is typed again must be another picture.
 */
export function drawTypedName(
  context: CanvasRenderingContext2D,
  { name, typedAt }: Pick<Drawing, 'name' | 'typedAt'>,
  width: number,
  height: number,
) {
  const unit = width / pictureWidth;
  const font = (size: number) => `italic ${size}px ${scriptFonts}`;
  // Measured at a readable size: browsers refuse to measure below their least font size.
  context.font = font(100);
  const size = fittingSize(
    context.measureText(name).width / 100,
    width - 2 * typedMargin * unit,
    height * 0.44,
  );
  context.font = font(size);
  context.fillStyle = penColor;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(name, width / 2, height * 0.66);
  if (name === '' || !typedAt) return;
  context.font = `${timestampSize * unit}px sans-serif`;
  context.fillText(
    `Typed ${typedAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}`,
    width / 2,
    height * 0.94,
  );
}

function blankPicture(width: number, height: number) {
  const picture = document.createElement('canvas');
  picture.width = width;
  picture.height = height;
  const context = picture.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser has no canvas to draw on.');
  context.fillStyle = colour.paper;
  context.fillRect(0, 0, width, height);
  return { picture, context };
}

/** Whether this browser lets the page read the pixels that it painted. */
export function canReadDrawings() {
  const { context } = blankPicture(probeSide, probeSide * 2);
  context.fillStyle = penColor;
  context.fillRect(0, probeSide, probeSide, probeSide);
  return isTrueReading(context.getImageData(0, 0, probeSide, probeSide * 2).data);
}

/** The canvas as a PNG on white, exactly 400 wide on any screen and at any zoom. */
export function toPng(canvas: HTMLCanvasElement, height: number) {
  const { picture, context } = blankPicture(pictureWidth, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, pictureWidth, height);
  const pixels = context.getImageData(0, 0, pictureWidth, height);
  toShades(pixels.data);
  context.putImageData(pixels, 0, 0);
  return picture.toDataURL('image/png');
}

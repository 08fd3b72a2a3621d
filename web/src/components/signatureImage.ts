import { fittingSize, inkColor, isTrueReading, pictureWidth, toShades, type Ink } from '@/components/ink';
import { colour } from '@/theme/tokens';

const scripts = '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Apple Chancery", "Brush Script MT", cursive';
const typedMargin = 20;
const momentSize = 10;
const probeSide = 8;

/**
 * Draws a typed name as large as fits, on the line where a drawn one would stand, and beneath it when it was typed: a name
 * typed again is another signature, and the server takes no picture twice.
 */
export function drawTypedName(brush: CanvasRenderingContext2D, { name, typedAt }: Pick<Ink, 'name' | 'typedAt'>, width: number, height: number) {
  const unit = width / pictureWidth;
  const font = (size: number) => `italic ${size}px ${scripts}`;
  // Measured at a readable size: browsers refuse to measure below their least font size.
  brush.font = font(100);
  const size = fittingSize(brush.measureText(name).width / 100, width - 2 * typedMargin * unit, height * 0.44);
  brush.font = font(size);
  brush.fillStyle = inkColor;
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  brush.fillText(name, width / 2, height * 0.66);
  if (name === '' || !typedAt) return;
  brush.font = `${momentSize * unit}px sans-serif`;
  brush.fillText(`Typed ${typedAt.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}`, width / 2, height * 0.94);
}

function blankPicture(width: number, height: number) {
  const picture = document.createElement('canvas');
  picture.width = width;
  picture.height = height;
  const brush = picture.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('This browser has no canvas to draw on.');
  brush.fillStyle = colour.paper;
  brush.fillRect(0, 0, width, height);
  return { picture, brush };
}

/** Does this browser hand the page the very pixels that were painted? */
export function canReadDrawings() {
  const { brush } = blankPicture(probeSide, probeSide * 2);
  brush.fillStyle = inkColor;
  brush.fillRect(0, probeSide, probeSide, probeSide);
  return isTrueReading(brush.getImageData(0, 0, probeSide, probeSide * 2).data);
}

/** The drawing as a PNG on white, exactly 400 wide on any screen and at any zoom. */
export function toPng(drawing: HTMLCanvasElement, height: number) {
  const { picture, brush } = blankPicture(pictureWidth, height);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(drawing, 0, 0, pictureWidth, height);
  const pixels = brush.getImageData(0, 0, pictureWidth, height);
  toShades(pixels.data);
  brush.putImageData(pixels, 0, 0);
  return picture.toDataURL('image/png');
}

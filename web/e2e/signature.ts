import { expect, type Locator, type Page } from '@playwright/test';

/** The points of a signature: loops across most of the box, as shares of its width and height. */
const stroke = Array.from({ length: 48 }, (_, step) => ({
  x: 0.12 + (step / 48) * 0.7,
  y: 0.5 + 0.3 * Math.sin(step / 2.6),
}));

/** Draws a signature: by touch where the device has a touch screen, else with the mouse. */
export async function draw(page: Page, field: Locator) {
  const canvas = field.getByRole('img');
  // Content that still loads above would move the box while the pen draws.
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
  await canvas.click({ trial: true });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('There is no box to sign in.');
  const points = stroke.map(({ x, y }) => ({
    x: box.x + x * box.width,
    y: box.y + y * box.height,
  }));
  const touch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  await (touch ? finger(page, points) : mouse(page, points));
  await expect(canvas).toHaveAccessibleName(/: signed$/);
}

interface Point {
  x: number;
  y: number;
}

async function mouse(page: Page, [first, ...others]: Point[]) {
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of others) await page.mouse.move(x, y);
  await page.mouse.up();
}

async function finger(page: Page, [first, ...others]: Point[]) {
  if (!first) return;
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [first]);
  for (const point of others) await send('touchMove', [point]);
  await send('touchEnd', []);
  // Left attached: Chromium would forget with it that the page is to be without a network.
}

interface Pixels {
  drawn: [width: number, height: number];
  dark: number;
  darkest: number;
  brightest: number;
}

/** Decodes a picture: its size, how many pixels are dark, and the darkest and brightest value from 0 to 255. */
export async function pixelsOf(page: Page, dataUrl: string): Promise<Pixels> {
  return page.evaluate(async (source): Promise<Pixels> => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('no canvas');
    brush.drawImage(image, 0, 0);
    const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
    const found: Pixels = {
      drawn: [canvas.width, canvas.height],
      dark: 0,
      darkest: 255,
      brightest: 0,
    };
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4);
      if (red < 100 && opacity > 200) found.dark += 1;
      found.darkest = Math.min(found.darkest, (red + green + blue) / 3);
      found.brightest = Math.max(found.brightest, (red + green + blue) / 3);
    }
    return found;
  }, dataUrl);
}

/** The size in a PNG's header, and its pixels once decoded. */
export async function inspectPng(
  page: Page,
  dataUrl: unknown,
): Promise<{ header: [width: number, height: number] } & Pixels> {
  const [, base64 = ''] = /^data:image\/png;base64,(.+)$/.exec(String(dataUrl)) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(bytes.subarray(12, 16).toString('latin1')).toBe('IHDR');
  return {
    header: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    ...(await pixelsOf(page, String(dataUrl))),
  };
}

/** Expects a PNG of exactly this size with some dark pixels, but not all over. */
export async function expectSignature(page: Page, dataUrl: unknown, width: number, height: number) {
  const picture = await inspectPng(page, dataUrl);
  expect(picture.header).toEqual([width, height]);
  expect(picture.drawn).toEqual([width, height]);
  expect(picture.dark).toBeGreaterThan(200);
  expect(picture.dark).toBeLessThan((width * height) / 4);
}

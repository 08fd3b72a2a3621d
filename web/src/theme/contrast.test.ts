import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { calendarColour, darkCalendarColour } from '@/theme/calendarColours';
import { colour as plainColour, darkColour as plainDarkColour, dimmed } from '@/theme/tokens';

const colour = { ...plainColour, ...calendarColour };
const darkColour = { ...plainDarkColour, ...darkCalendarColour };
type Colour = keyof typeof colour;

/** Every text that is drawn, on what it is drawn. */
const texts: [Colour, Colour][] = [
  ['ink', 'porcelain'],
  ['ink', 'paper'],
  ['ink', 'sidebar'],
  ['ink', 'eucalyptusTint'],
  ['muted', 'eucalyptusTint'],
  ['muted', 'porcelain'],
  ['muted', 'paper'],
  ['mutedOnSidebar', 'sidebar'],
  ['eucalyptus', 'porcelain'],
  ['eucalyptus', 'paper'],
  ['eucalyptus', 'sidebar'],
  ['eucalyptus', 'eucalyptusTint'],
  ['paper', 'eucalyptus'],
  ['paper', 'eucalyptusDark'],
  ['rosewood', 'paper'],
  ['rosewood', 'rosewoodTint'],
  ['paper', 'rosewood'],
  ['error', 'paper'],
  ['error', 'porcelain'],
  ['error', 'errorTint'],
  ['paper', 'error'],
  ['paper', 'errorDark'],
  ['warning', 'paper'],
  ['warning', 'warningTint'],
  ['success', 'paper'],
  ['success', 'successTint'],
  ['info', 'paper'],
  ['info', 'infoTint'],
  // Appointments in the calendar, and what is written on closed hours.
  ...(['confirmed', 'arrived'] as const).flatMap((ground) =>
    (['ink', 'eucalyptus', 'success', 'warning', 'error'] as const).map(
      (text): [Colour, Colour] => [text, ground],
    ),
  ),
  ['mutedOnSidebar', 'confirmed'],
  ['mutedOnSidebar', 'arrived'],
  ['ink', 'errorTint'],
  ['mutedOnSidebar', 'errorTint'],
  ['mutedOnSidebar', 'paper'],
  ['mutedOnSidebar', 'closed'],
  ['mutedOnSidebar', 'closedLine'],
];

/** The texts of a former answer, which is dimmed until the new one is loaded. */
const dimmedTexts: [Colour, Colour][] = [
  ['ink', 'porcelain'],
  ['ink', 'paper'],
  ['muted', 'porcelain'],
  ['muted', 'paper'],
  ['eucalyptus', 'paper'],
];

/** Borders and icons that carry a meaning (WCAG 1.4.11). */
const marks: [Colour, Colour][] = [
  ['fieldBorder', 'paper'],
  ['fieldBorder', 'porcelain'],
  ['champagne', 'paper'],
];

describe.each([
  ['light', colour],
  ['dark', darkColour],
] as const)('contrast, %s', (_scheme, colours) => {
  test.each(texts)('%s on %s can be read', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(dimmedTexts)('%s on %s can be read while it is dimmed', (text, ground) => {
    const shown = (one: Colour) => blended(colours[one], colours.porcelain);
    expect(contrast(shown(text), shown(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(marks)('%s on %s can be seen', (mark, ground) => {
    expect(contrast(colours[mark], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

test('the contrast formula is right', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
});

test('the background before the app renders is that of the scheme', () => {
  const ground = readFileSync('src/theme/ground.css', 'utf8');
  expect(ground).toContain(`html { background: ${colour.porcelain};`);
  expect(ground).toContain(`html[data-color-scheme='dark'] { background: ${darkColour.porcelain};`);
});

/** A colour that is dimmed on the page. */
function blended(hex: string, page: string) {
  const part = (of: string, at: number) => Number.parseInt(of.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(dimmed * part(hex, at) + (1 - dimmed) * part(page, at)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2, relative luminance. */
function contrast(one: string, other: string) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

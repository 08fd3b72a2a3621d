import type { EarlierVitals } from '@/features/exams/vitals/useEarlierVitals';
import type { VitalKey } from '@/features/exams/vitals/vitals';
import { numberOf, valuesOf, type Reading } from '@/features/exams/vitals/vitalsText';

/** A number of an earlier exam. */
export interface Former {
  id: number;
  date: string;
  value: string;
  number: number;
}

/** The numbers of a sign in one line; '' where one of them is missing. */
export function valueInWords(reading: Reading | undefined): string {
  const values = reading ? valuesOf(reading) : [];
  if (reading?.notation.unit === 'ft in')
    return values[0] ? `${values[0]} ft${values[1] ? ` ${values[1]} in` : ''}` : '';
  return values.includes('') ? '' : values.join('/');
}

/** What a sign was before, the newest first; in another unit than now it is left out, since the numbers do not compare. */
export function formerOf(key: VitalKey, unit: string, earlier: readonly EarlierVitals[]): Former[] {
  return earlier.flatMap(({ id, date, readings }) => {
    const reading = readings.get(key);
    const value = valueInWords(reading);
    return reading && value !== '' && reading.notation.unit === unit
      ? [{ id, date, value, number: measure(reading) }]
      : [];
  });
}

/** One number to draw: of a blood pressure the first, of a height all inches. */
export function measure(reading: Reading): number {
  const [first = NaN, second = NaN] = valuesOf(reading).map(numberOf);
  return reading.notation.unit === 'ft in'
    ? first * 12 + (Number.isNaN(second) ? 0 : second)
    : first;
}

/** '118/76, was 122/80 on Aug 24, 2026, 130/84 on Feb 2, 2026'. */
export function trendInWords(now: string, former: readonly Former[]): string {
  const before = former.map(({ value, date }) => `${value} on ${date}`).join(', ');
  return [...(now ? [now] : []), ...(before ? [`was ${before}`] : [])].join(', ');
}

/** The points of a line through the numbers, from the oldest on, in a box of this size. */
export function linePoints(numbers: readonly number[], width: number, height: number): string {
  const known = numbers.filter((number) => Number.isFinite(number));
  if (known.length < 2) return '';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const up = (number: number) =>
    most === least ? height / 2 : height - 1 - ((number - least) / (most - least)) * (height - 2);
  return known
    .map(
      (number, at) =>
        `${Math.round((at / (known.length - 1)) * (width - 2) + 1)},${Math.round(up(number) * 10) / 10}`,
    )
    .join(' ');
}

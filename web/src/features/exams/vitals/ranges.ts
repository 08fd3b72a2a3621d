import { numberOf, valuesOf, type Reading } from '@/features/exams/vitals/vitalsText';
import { vitals } from '@/features/exams/vitals/vitals';

/**
 * For each number, by the sign's unit where it has several:
 * - `usual`: what is seen in adults who come to a clinic. Beyond it the number may be a slip of the finger; it is asked about, and never
 *   hinders saving.
 * - `possible`: beyond it the number cannot be, whoever is examined: a percentage above 100, twelve inches of a foot.
 * - `defer`: from here on the usual advice is to defer an elective treatment.
 *
 * Source: the product's clinical content (vitals quick-add, soft range checks): BP 70-220/40-130, HR 40-160, Temp 95-104 °F, SpO2 85-100,
 * RR 8-40; BP from 180/110 or Temp from 100.4 °F: suggest deferring. °C are these in Celsius. Weight, height and BMI are those of adults
 * from the smallest to the heaviest that a medical scale measures; pain is the numeric rating scale from 0 to 10.
 */
interface Range {
  usual: Span;
  possible: Span;
  defer?: number;
}
type Span = readonly [least: number, most: number];

const percent: Range = { usual: [85, 100], possible: [0, 100] };
const any: Span = [0, Infinity];

const ranges: Record<string, readonly Range[]> = {
  mmHg: [
    { usual: [70, 220], possible: any, defer: 180 },
    { usual: [40, 130], possible: any, defer: 110 },
  ],
  bpm: [{ usual: [40, 160], possible: any }],
  '°F': [{ usual: [95, 104], possible: any, defer: 100.4 }],
  '°C': [{ usual: [35, 40], possible: any, defer: 38 }],
  '%': [percent],
  '/min': [{ usual: [8, 40], possible: any }],
  lb: [{ usual: [70, 600], possible: any }],
  kg: [{ usual: [32, 270], possible: any }],
  'ft in': [
    { usual: [4, 7], possible: any },
    { usual: [0, 11.99], possible: [0, 11.99] },
  ],
  cm: [{ usual: [122, 229], possible: any }],
  'kg/m²': [{ usual: [13, 70], possible: any }],
  '/10': [{ usual: [0, 10], possible: [0, 10] }],
  '% air': [percent],
};

export interface Judgement {
  /** Cannot be, or may be a slip, or is a reason to defer. */
  tone: 'impossible' | 'unusual' | 'defer';
  words: string;
}

/** What is unusual about the numbers of a sign, or null. Blanks are none. */
export function judge(reading: Reading): Judgement | null {
  const { label } = vitals[reading.key];
  const { unit } = reading.notation;
  const values = valuesOf(reading);
  const written = values.filter((value) => value !== '');
  if (written.length === 0) return null;
  const whole = `${label} ${values.map((value) => value || '___').join(unit === 'ft in' ? ' ft ' : '/')}`;
  const noNumber = written.find((value) => Number.isNaN(numberOf(value)));
  if (noNumber !== undefined)
    return { tone: 'impossible', words: `${label}: “${noNumber}” is not a number.` };
  const numbers = values.map(numberOf);
  const rows = (ranges[unit] ?? []).map((range, at) => ({ range, value: numbers[at] ?? NaN }));
  const outside = (span: 'usual' | 'possible') =>
    rows.find(({ range, value }) => value < range[span][0] || value > range[span][1]);

  const impossible = outside('possible');
  if (unit === 'ft in' && impossible)
    return { tone: 'impossible', words: `${whole}: a foot has twelve inches.` };
  if (impossible)
    return {
      tone: 'impossible',
      words: `${whole} is not possible: the value must be between ${inWords(impossible.range.possible)}.`,
    };
  const [systolic = NaN, diastolic = NaN] = numbers;
  if (reading.key === 'bp' && systolic <= diastolic)
    return {
      tone: 'impossible',
      words: `${whole} is not possible: the first number must be the higher one.`,
    };
  const unusual = outside('usual');
  if (unusual)
    return { tone: 'unusual', words: `${whole}: Is this right? Usual range ${usualOf(unit)}.` };
  if (rows.some(({ range, value }) => range.defer !== undefined && value >= range.defer))
    return { tone: 'defer', words: `${whole} is high: consider deferring treatment.` };
  return null;
}

function usualOf(unit: string): string {
  const rows = ranges[unit] ?? [];
  if (unit === 'ft in') return `${rows[0]?.usual.join(' to ')} ft`;
  return `${rows.map(({ usual }) => usual.join(' to ')).join(' over ')} ${unit === '% air' ? '%' : unit}`;
}

const inWords = ([least, most]: Span) => `${least} and ${most}`;

import {
  numberOf,
  readVitals,
  valuesOf,
  writeVital,
  type Reading,
} from '@/features/exams/vitals/vitalsText';
import type { VitalKey } from '@/features/exams/vitals/vitals';

/** The body mass index of the weight and the height in the text, with one decimal; '' where one of them is missing. */
export function bmiOf(text: string): string {
  const readings = readVitals(text);
  const kilograms = kilogramsOf(readings.get('weight'));
  const metres = metresOf(readings.get('height'));
  const bmi = kilograms / metres ** 2;
  // For a mistyped height no number is better than an absurd one.
  return bmi >= 5 && bmi < 200 ? bmi.toFixed(1) : '';
}

/**
 * The text with other numbers of one sign, and the BMI computed anew with its weight or height: unless another BMI was typed. That is
 * known from the text alone: a BMI that is not that of the weight and height before was typed.
 */
export function writeVitalAndBmi(
  text: string,
  key: VitalKey,
  typed: readonly string[],
  offered: readonly string[],
): string {
  const written = writeVital(text, key, typed, offered);
  if (key !== 'weight' && key !== 'height') return written;
  const reading = readVitals(text).get('bmi');
  const former = reading ? (valuesOf(reading)[0] ?? '') : '';
  return former === '' || former === bmiOf(text)
    ? writeVital(written, 'bmi', [bmiOf(written)], offered)
    : written;
}

const pound = 0.45359237;
const inch = 0.0254;

function kilogramsOf(weight: Reading | undefined): number {
  const [value] = weight ? valuesOf(weight).map(numberOf) : [];
  return (value ?? NaN) * (weight?.notation.unit === 'lb' ? pound : 1);
}

function metresOf(height: Reading | undefined): number {
  if (!height) return NaN;
  const [first = '', inches = ''] = valuesOf(height);
  if (height.notation.unit === 'cm') return numberOf(first) / 100;
  return (numberOf(first) * 12 + (inches === '' ? 0 : numberOf(inches))) * inch;
}

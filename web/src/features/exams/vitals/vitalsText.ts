import { vitalKeys, vitals, type Notation, type VitalKey } from '@/features/exams/vitals/vitals';
import { vitalsJoiner } from '@/features/exams/appendFinding';

/** A vital sign as it stands in the text. */
export interface Reading {
  key: VitalKey;
  notation: Notation;
  /** What is written, cut before and behind each number: the numbers are the odd ones. */
  pieces: readonly string[];
}

/** The parts of a text between its separators, which are the odd ones. Joined they are the text again. */
const cut = (text: string) => text.split(/([,;\n])/);
const blank = '___';
const isBlank = (value: string) => /^_*$/.test(value);
const isNumber = (value: string) => /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value);
/** Blanks aside. */
const allNumbers = (values: readonly string[]) =>
  values.every((value) => value === '' || isNumber(value));

const patterns = vitalKeys.flatMap((key) =>
  vitals[key].notations.map((notation) => ({
    key,
    notation,
    pattern: patternOf(vitals[key].names, notation),
  })),
);

function patternOf(names: string, { parts }: Notation): RegExp {
  const numbers = parts
    .map(({ after }) => String.raw`(_{2,12}|[^\s,;/_]{0,16}?)(\s*${after}\s*)`)
    .join('');
  return new RegExp(String.raw`^(\s*(?:${names})(?:\s*:\s*|\s+|$))${numbers}$`, 'iu');
}

/** No sign needs more. The patterns try every way to share spaces between their parts: thousands of spaces would take them minutes. */
const longest = 100;

/** Reads one entry, such as 'BP: 118/76 mmHg'. Null where it is anything else. */
export function readVital(entry: string): Reading | null {
  if (entry.length > longest) return null;
  const read = patterns.flatMap(({ key, notation, pattern }): Reading[] => {
    const [, ...pieces] = pattern.exec(entry) ?? [];
    return pieces.length > 0 ? [{ key, notation, pieces }] : [];
  });
  // '37°C' is a number of the second notation before it is a word of the first. Without a colon 'Pain free' would be a pain of 'free'.
  return (
    read.find((reading) => allNumbers(valuesOf(reading))) ??
    read.find(({ pieces }) => pieces[0]?.includes(':')) ??
    null
  );
}

/** The numbers as they are written; '' for a blank. */
export function valuesOf({ pieces }: Pick<Reading, 'pieces'>): string[] {
  return pieces.filter((_, at) => at % 2 === 1).map((value) => (isBlank(value) ? '' : value));
}

/** Every vital sign that can be read, the first where one is there twice. */
export function readVitals(text: string): Map<VitalKey, Reading> {
  return new Map([...located(text)].map(([key, { reading }]) => [key, reading]));
}

/** The entries that are no vital sign that can be read, or one that is there already. */
export function freeText(text: string): string[] {
  const read = new Set([...located(text).values()].map(({ at }) => at));
  return cut(text)
    .filter((part, at) => at % 2 === 0 && !read.has(at) && part.trim() !== '')
    .map((part) => part.trim());
}

function located(text: string): Map<VitalKey, { reading: Reading; at: number }> {
  const found = new Map<VitalKey, { reading: Reading; at: number }>();
  for (const [at, part] of cut(text).entries()) {
    const reading = at % 2 === 0 ? readVital(part) : null;
    if (reading && !found.has(reading.key)) found.set(reading.key, { reading, at });
  }
  return found;
}

/** How a sign is written when it is not in the text yet: as in the clinic's list, else as here. */
export function offeredReading(key: VitalKey, offered: readonly string[]): Reading {
  const own = offered.map(readVital).find((reading) => reading?.key === key);
  return (
    own ?? {
      key,
      notation: vitals[key].notations[0],
      pieces: readVital(vitals[key].notations[0].entry)?.pieces ?? [],
    }
  );
}

/** What may be typed as a number, without what separates entries: a decimal comma becomes a point. */
export function cleanValue(typed: string): string {
  return typed
    .replaceAll(',', '.')
    .replace(/[\s;/_]+/g, '')
    .slice(0, 12);
}

/**
 * The text with other numbers of one sign; all of them empty take the entry away. Nothing else of the text is touched. A sign that is not
 * there yet comes before those that follow it in the order of the signs.
 */
export function writeVital(
  text: string,
  key: VitalKey,
  typed: readonly string[],
  offered: readonly string[],
): string {
  const values = typed.map(cleanValue);
  const places = located(text);
  const place = places.get(key);
  const parts = cut(text);
  if (place && values.every((value) => value === '')) return without(parts, place.at);
  if (values.every((value) => value === '')) return text;
  const entry = filled(place?.reading ?? offeredReading(key, offered), values);
  if (place) return parts.with(place.at, entry).join('');
  const later = vitalKeys
    .slice(vitalKeys.indexOf(key) + 1)
    .flatMap((one) => places.get(one)?.at ?? []);
  if (later.length > 0) {
    const at = Math.min(...later);
    const next = parts[at] ?? '';
    const lead = /^\s*/.exec(next)?.[0] ?? '';
    return parts
      .with(at, `${lead}${entry.trim()}${vitalsJoiner}${next.slice(lead.length)}`)
      .join('');
  }
  const before = text.replace(/[\s,]+$/, '');
  return before ? before + vitalsJoiner + entry.trim() : entry.trim();
}

function filled({ pieces }: Reading, values: readonly string[]): string {
  const [name = '', ...rest] = pieces;
  // What is no number is read again only behind a colon.
  const clear = name.includes(':') || allNumbers(values);
  const lead = clear ? (/[:\s]$/.test(name) ? name : `${name} `) : `${name.trimEnd()}: `;
  return lead + rest.map((piece, at) => (at % 2 === 0 ? values[at / 2] || blank : piece)).join('');
}

function without(parts: readonly string[], at: number): string {
  const rest = [...parts];
  const lead = /^\s*/.exec(parts[at] ?? '')?.[0] ?? '';
  if (at + 2 < parts.length) {
    rest.splice(at, 3, lead + (parts[at + 2] ?? '').trimStart());
    return rest.join('');
  }
  rest.splice(Math.max(at - 1, 0), 2);
  return rest.join('');
}

/** The number, or NaN. */
export function numberOf(value: string): number {
  return isNumber(value) ? Number(value) : NaN;
}

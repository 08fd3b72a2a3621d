/** The separators of findings and of vitals within one text. */
export const findingJoiner = '; ';
export const vitalsJoiner = ', ';

const blank = '___';

/** Adds a finding to a text, unless it is there already. */
export function appendFinding(text: string, finding: string, joiner: string): string {
  const phrase = finding.trim();
  if (!phrase || holds(text, phrase, joiner)) return text;
  const before = withoutTrailing(text, joiner.trim());
  return before ? before + joiner + phrase : phrase;
}

/** The position of the phrase's first blank, or null when it has none. */
export function blankWithin(text: string, finding: string): [start: number, end: number] | null {
  const phrase = finding.trim();
  const at = text.lastIndexOf(phrase);
  const inside = phrase.indexOf(blank);
  return at < 0 || inside < 0 ? null : [at + inside, at + inside + blank.length];
}

/** The next blank at or after a position, else the first one. */
export function nextBlank(text: string, from: number): [start: number, end: number] | null {
  const after = text.indexOf(blank, from);
  const at = after < 0 ? text.indexOf(blank) : after;
  return at < 0 ? null : [at, at + blank.length];
}

export function countBlanks(text: string): number {
  return text.split(blank).length - 1;
}

/** Whole phrases only: 'No rash' does not hold within 'No rash or hives'. */
function holds(text: string, phrase: string, joiner: string): boolean {
  const mark = literally(joiner.trim());
  return new RegExp(
    `(?:^|\\n|${mark})[^\\S\\n]*${literally(phrase)}[^\\S\\n]*(?:$|\\n|${mark})`,
    'i',
  ).test(text);
}

function withoutTrailing(text: string, mark: string): string {
  let kept = text.trimEnd();
  while (mark && kept.endsWith(mark)) kept = kept.slice(0, -mark.length).trimEnd();
  return kept;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

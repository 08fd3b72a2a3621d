import type { Part } from '@/features/exams/examForm';
import type { NormalFindings } from '@/api/generated';
import { deferredPhrases, plain } from '@/features/exams/findings/listedPhrases';
import { sentence } from '@/lib/sentence';

/**
 * The meaning of a phrase of an exam: nothing wrong, that the part was not examined, a fact that is neither (a skin type), or something to look
 * at. What is not known to be normal is something to look at: it must never be hidden.
 */
export type Kind = 'normal' | 'deferred' | 'note' | 'finding';

/** The phrases of a text, as the exam joins them. */
export function phrasesOf(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
}

const lowered = (phrases: readonly string[]) =>
  new Set(phrases.map((phrase) => phrase.toLowerCase()));
/** The phrases that count as normal, in lower case. */
export type Reading = Record<Part, ReadonlySet<string>>;

/**
 * Those that the clinic's list marks as normal, and what the form writes by one press where that has none. While the list is not there only
 * the latter: the meaning is saved with the exam, and the product must not mark what the clinic does not.
 */
export const readingOf = (marked?: NormalFindings): Reading => ({
  ros: lowered([plain.ros, ...(marked?.ros ?? [])]),
  pe: lowered([plain.pe, ...(marked?.pe ?? [])]),
});

/** That of a form without the clinic's list. */
export const unlisted = readingOf();

const deferred = lowered(deferredPhrases);
/** A listed phrase with its blank filled in by one word, or empty. */
const note = /^(?:LMP:|Fitzpatrick skin type|Glogau classification) [^\s,.;]{1,10}$/i;

/** The meaning of one phrase: by equality with the whole of a listed one, never by how it begins. */
export function kindOf(part: Part, phrase: string, reading: Reading): Kind {
  const words = phrase.trim().toLowerCase();
  if (part === 'pe' && deferred.has(words)) return 'deferred';
  if (reading[part].has(words)) return 'normal';
  return note.test(words) ? 'note' : 'finding';
}

/** The meaning of a whole text: normal, or left out, only if each of its phrases is; null for an empty one. */
export function kindOfText(
  part: Part,
  text: string,
  reading: Reading,
): Exclude<Kind, 'note'> | null {
  const kinds = new Set(phrasesOf(text).map((phrase) => kindOf(part, phrase, reading)));
  if (kinds.size === 0) return null;
  const [kind] = kinds;
  return kinds.size === 1 && (kind === 'normal' || kind === 'deferred') ? kind : 'finding';
}

/** As a chip shows it: 'Reports history of Bell's palsy' is 'History of Bell's palsy'. */
export function shortened(phrase: string): string {
  return sentence(phrase.replace(/^reports (?=\S)/i, ''));
}

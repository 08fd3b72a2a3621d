import * as z from 'zod/mini';

import type {
  ClinicalAnswer,
  ClinicalKind,
  ClinicalList,
  NewClinicalAnswer,
} from '@/api/generated';
import { optionalText } from '@/lib/formRules';

/** The answers that a question can have. */
export const answersTo = (kind: ClinicalKind): readonly ClinicalAnswer[] =>
  kind === 'pregnancy' ? ['neither', 'pregnant', 'breastfeeding'] : ['listed', 'none_known'];

/** What an entry's second field is called. */
export const noteLabels: Record<Exclude<ClinicalKind, 'pregnancy'>, string> = {
  allergies: 'Reaction',
  medications: 'Dose',
  conditions: 'Since, or treatment',
};

export const clinicalForm = z
  .object({
    answer: z.string().check(z.minLength(1, 'Choose an answer')),
    entries: z.array(z.object({ name: optionalText(), note: optionalText() })),
  })
  .check(
    z.refine(
      ({ answer, entries }) => answer !== 'listed' || entries.some(({ name }) => name !== ''),
      { error: 'Name at least one, or choose None known', path: ['entries.0.name'] },
    ),
  );

export type ClinicalForm = z.infer<typeof clinicalForm>;

const blank = { name: '', note: '' };

/** The form of the newest answer, with a blank line to add an entry; without an answer none is chosen. */
export function fromList(list: ClinicalList | null): ClinicalForm {
  const entries = (list?.entries ?? []).map(({ name, note }) => ({ name, note: note ?? '' }));
  return { answer: list?.answer ?? '', entries: [...entries, blank] };
}

/** What is sent: entries only with the answer that has some, and no blank lines. */
export function toAnswer({ answer, entries }: ClinicalForm): NewClinicalAnswer {
  const named = entries
    .filter(({ name }) => name !== '')
    .map(({ name, note }) => ({ name, note: note || null }));
  return { answer: answer as ClinicalAnswer, entries: answer === 'listed' ? named : [] };
}

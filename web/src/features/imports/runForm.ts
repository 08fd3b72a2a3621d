import * as z from 'zod/mini';

import type { ClientImport, ImportRun } from '@/api/generated';

const choice = z.enum(['skip', 'add', 'fill']);

export const runForm = z.object({
  scope: z.enum(['all', 'good']),
  on_very_likely: choice,
  on_possible: choice,
  on_in_file: z.enum(['skip', 'add']),
});

/** A compile error where the form's output is not what the call takes. */
type AssertAssignable<Payload extends ImportRun> = Payload;
export type RunForm = AssertAssignable<z.infer<typeof runForm>>;

/** Nobody is added twice unless a person says so. */
export const startOf = ({ with_problems }: ClientImport): RunForm => ({
  scope: with_problems > 0 ? 'good' : 'all',
  on_very_likely: 'skip',
  on_possible: 'skip',
  on_in_file: 'skip',
});

/** How many clients are added with these choices, and how many records are filled, at most. */
export function expectedCounts(
  { rows, with_problems, very_likely, possible, in_file }: ClientImport,
  form: RunForm,
): { added: number; filled: number } {
  const ifChosen = (chosen: string, wanted: string, count: number) =>
    chosen === wanted ? count : 0;
  const good = rows - with_problems - very_likely - possible - in_file;
  return {
    added:
      good +
      ifChosen(form.on_very_likely, 'add', very_likely) +
      ifChosen(form.on_possible, 'add', possible) +
      ifChosen(form.on_in_file, 'add', in_file),
    filled:
      ifChosen(form.on_very_likely, 'fill', very_likely) +
      ifChosen(form.on_possible, 'fill', possible),
  };
}

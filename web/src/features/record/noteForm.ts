import * as z from 'zod/mini';

import type { PatientNote } from '@/api/generated';
import { longestNotes, requiredText } from '@/lib/formRules';

export const noteForm = z.object({
  kind: z.enum(['note', 'alert']),
  body: requiredText('Text', longestNotes),
});

export type NoteForm = z.infer<typeof noteForm>;

export const noteFields = Object.keys(noteForm.shape) as (keyof NoteForm)[];

export const noteLabels: Record<keyof NoteForm, string> = { kind: 'Kind', body: 'Text' };

export const kindOptions = [
  { value: 'note', label: 'Note' },
  { value: 'alert', label: 'Alert, shown at the top of the record' },
] as const;

export const blankNote: NoteForm = { kind: 'note', body: '' };

export const fromNote = ({ kind, body }: PatientNote): NoteForm => ({ kind, body });

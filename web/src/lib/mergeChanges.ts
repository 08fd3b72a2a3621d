import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** The value of a field in a flat form. */
type Value = string | boolean | null;

/** Longer texts are not quoted. */
const longestQuoted = 60;

/**
 * Merges what somebody else saved into an open form, field by field: a field that was not changed here takes their value, one that was
 * keeps what was typed. Returns the sentences to show above the form.
 */
export function mergeChanges<Form extends FieldValues & Record<keyof Form, Value>>(
  { getValues, reset, setValue }: Pick<UseFormReturn<Form>, 'getValues' | 'reset' | 'setValue'>,
  base: Form,
  theirs: Form,
  labels: Record<keyof Form & string, string>,
): string {
  const typed = getValues();
  const fields = Object.keys(labels) as (keyof Form & string & Path<Form>)[];
  const mine = fields.filter((field) => typed[field] !== base[field] && typed[field] !== theirs[field]);
  const conflicts = mine.filter((field) => theirs[field] !== base[field]);
  reset(theirs);
  for (const field of mine) setValue(field, typed[field] as PathValue<Form, typeof field>, { shouldDirty: true });
  const quoted = (value: Value) => (typeof value === 'string' && value.length > 0 && value.length <= longestQuoted ? ` (theirs: ${value})` : '');
  const both = conflicts.map((field) => `${labels[field]}${quoted(theirs[field])}`);
  return [
    'Not saved yet. Somebody else saved a change after you opened this form. Their change is in the form now, and what you typed is still here: please check it and save again.',
    both.length > 0 && `You both changed ${both.join(', ')}; the form holds yours.`,
  ].filter(Boolean).join(' ');
}

/** A form, and how a row is read into it. */
interface Reading<Row, Form extends FieldValues> {
  form: Pick<UseFormReturn<Form>, 'getValues' | 'reset' | 'setValue'>;
  read: (row: Row) => Form;
  labels: Record<keyof Form & string, string>;
}

/** The same for a row of a list that was fetched again: the row as it is now, if it is still there, and the sentences to show. */
export function mergeChangedRow<Row extends { id: number }, Form extends FieldValues & Record<keyof Form, Value>>(
  seen: Row,
  rows: readonly Row[],
  { form, read, labels }: Reading<Row, Form>,
): { row: Row; words: string } {
  const theirs = rows.find(({ id }) => id === seen.id);
  if (!theirs) return { row: seen, words: 'Not saved. Somebody else has removed this meanwhile; what you typed is still here to be copied.' };
  return { row: theirs, words: mergeChanges(form, read(seen), read(theirs), labels) };
}

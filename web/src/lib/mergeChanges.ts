import { get, set, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';

interface Merge<Form, Name> {
  merged: Form;
  /** The fields that both changed to different values; the merged form holds ours. */
  conflicts: Name[];
}

/**
 * A three-way merge of a form, field by field: a field that was changed here since `base` keeps what was typed, every other takes their
 * value. `fields` names all fields by their path, such as 'notes' or 'face.qty'; a list of texts is one field.
 */
export function mergeChanges<Form extends FieldValues, Name extends Path<Form>>(
  base: Form,
  typed: Form,
  theirs: Form,
  fields: readonly Name[],
): Merge<Form, Name> {
  const mine = fields.filter(
    (field) =>
      !same(get(typed, field), get(base, field)) && !same(get(typed, field), get(theirs, field)),
  );
  const merged = structuredClone(theirs);
  for (const field of mine) set(merged, field, get(typed, field));
  return { merged, conflicts: mine.filter((field) => !same(get(theirs, field), get(base, field))) };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type OpenForm<Form extends FieldValues> = Pick<UseFormReturn<Form>, 'getValues' | 'reset'>;

/** Merges what somebody else saved into an open form, whose baseline is then `theirs`, with only our changes dirty. Returns the conflicts. */
export function mergeIntoForm<Form extends FieldValues, Name extends Path<Form>>(
  { getValues, reset }: OpenForm<Form>,
  base: Form,
  theirs: Form,
  fields: readonly Name[],
): Name[] {
  const { merged, conflicts } = mergeChanges(base, getValues(), theirs, fields);
  reset(theirs);
  reset(merged, { keepDefaultValues: true });
  return conflicts;
}

/** A field that both changed to different values; the form holds ours until theirs is taken. */
export interface Conflict {
  /** Its path in the form, such as 'notes' or 'findings.vitals'. */
  field: string;
  label: string;
  mine: unknown;
  theirs: unknown;
}

/**
 * The same merge, with both sides of each conflict. `before` are those of an earlier merge: each stays, with their present value, so
 * that what was typed can still be chosen.
 */
export function mergeWithConflicts<Form extends FieldValues, Name extends Path<Form>>(
  form: OpenForm<Form>,
  base: Form,
  theirs: Form,
  labels: Readonly<Record<Name, string>>,
  before: readonly Conflict[] = [],
): Conflict[] {
  const typed = structuredClone(form.getValues());
  const both = mergeIntoForm(form, base, theirs, Object.keys(labels) as Name[]);
  const known = before
    .filter(({ field }) => !both.includes(field as Name))
    .map((one) => ({ ...one, theirs: get(theirs, one.field) as unknown }));
  return [
    ...both.map((field) => ({
      field,
      label: labels[field],
      mine: get(typed, field) as unknown,
      theirs: get(theirs, field) as unknown,
    })),
    ...known,
  ];
}

/** A form, and how a row is read into it. */
interface Reading<Row, Form extends FieldValues> {
  form: OpenForm<Form>;
  read: (row: Row) => Form;
  labels: Record<keyof Form & Path<Form>, string>;
}

/** Merges a row of a list that was fetched again into its form. Returns the row as it is now, if it is still there, the sentences to show, and what both changed. */
export function mergeChangedRow<Row extends { id: number }, Form extends FieldValues>(
  seen: Row,
  rows: readonly Row[],
  { form, read, labels }: Reading<Row, Form>,
  before: readonly Conflict[] = [],
): { row: Row; words: string; conflicts: readonly Conflict[] } {
  const row = rows.find(({ id }) => id === seen.id);
  if (!row)
    return {
      row: seen,
      words:
        'Not saved. Somebody else has removed this meanwhile; what you typed is still here to be copied.',
      conflicts: before,
    };
  const conflicts = mergeWithConflicts(form, read(seen), read(row), labels, before);
  const words = [
    'Not saved yet. Somebody else saved a change after you opened this form. Their change is in the form now, and what you typed is still here: please check it and save again.',
    conflicts.length > 0 &&
      `You both changed ${conflicts.map(({ label }) => label).join(', ')}; yours was kept in the form.`,
  ]
    .filter(Boolean)
    .join(' ');
  return { row, words, conflicts };
}

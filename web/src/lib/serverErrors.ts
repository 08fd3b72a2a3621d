import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/** The messages of a failed call. */
interface ServerErrors {
  message: string;
  /** What is wrong with each field. */
  fields: Record<string, string>;
}

/**
 * Sets the server's messages on the form's fields. Returns what is left to be shown above the form: the failure's sentence, or undefined
 * when every message has its field.
 */
export function applyServerErrors<Form extends FieldValues>(
  failure: ServerErrors,
  setError: UseFormSetError<Form>,
  fields?: readonly FieldPath<Form>[],
): string | undefined {
  const named = Object.entries(failure.fields);
  const shown = fields
    ? named.filter(([field]) => (fields as readonly string[]).includes(field))
    : named;
  shown.forEach(([field, message], index) => {
    // The server's names of fields are the form's.
    setError(field as FieldPath<Form>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return shown.length > 0 && shown.length === named.length ? undefined : failure.message;
}

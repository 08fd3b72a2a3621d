import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

import type { ApiFailure } from '@/api/failure';

/**
 * Puts what the server found wrong under the fields it is about. Answers what is left to be said above the form: the failure's own
 * sentence, or undefined when every word of it already stands beside its field.
 */
export function applyServerErrors<Form extends FieldValues>(failure: ApiFailure, setError: UseFormSetError<Form>, fields?: readonly FieldPath<Form>[]): string | undefined {
  const named = Object.entries(failure.fields);
  const shown = fields ? named.filter(([field]) => (fields as readonly string[]).includes(field)) : named;
  shown.forEach(([field, message], index) => {
    // Only a name of a field of this form comes this far; the server's names are the form's names.
    setError(field as FieldPath<Form>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return shown.length > 0 && shown.length === named.length ? undefined : failure.message;
}

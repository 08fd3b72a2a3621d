import { createContext, useContext } from 'react';

/** The sentence about who changed a field last, and when; undefined for a field that was not changed since its entry. */
export type ChangeOf = (field: string) => string | undefined;

/** Within it every field of a form shows who changed it last. */
export const FieldChanges = createContext<ChangeOf>(() => undefined);

/** A field's own hint, and who changed it last. */
export function useFieldHint(field: string, hint: string | undefined): string | undefined {
  const changed = useContext(FieldChanges)(field);
  return [hint, changed].filter(Boolean).join(' ') || undefined;
}

import { createContext, useContext } from 'react';

/** Says of a field who changed it last, and when; undefined for one that is as it was entered. */
export type ChangeOf = (field: string) => string | undefined;

/** Within it every field of a form shows below itself who changed it last. */
export const FieldChanges = createContext<ChangeOf>(() => undefined);

/** A field's own hint, and who changed it last. */
export function useFieldHint(field: string, hint: string | undefined): string | undefined {
  const changed = useContext(FieldChanges)(field);
  return [hint, changed].filter(Boolean).join(' ') || undefined;
}

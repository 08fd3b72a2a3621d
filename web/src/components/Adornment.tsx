import type { ReactNode } from 'react';

/** A sign at the start of a field: a currency, a magnifying glass. */
export function Adornment({ children }: { children: ReactNode }) {
  return <span className="field-before">{children}</span>;
}

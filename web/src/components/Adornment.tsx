import type { ReactNode } from 'react';

/** A sign before what is typed: a currency, a magnifying glass. */
export function Adornment({ children }: { children: ReactNode }) {
  return <span className="field-before">{children}</span>;
}

import InputAdornment from '@mui/material/InputAdornment';
import type { ReactNode } from 'react';

/** A sign before what is typed: a currency, a magnifying glass. */
export function Adornment({ children }: { children: ReactNode }) {
  return <InputAdornment position="start" disableTypography>{children}</InputAdornment>;
}

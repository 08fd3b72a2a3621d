import InputAdornment from '@mui/material/InputAdornment';
import type { ReactNode } from 'react';

/** A sign at the start of a field: a currency, a magnifying glass. */
export function Adornment({ children }: { children: ReactNode }) {
  return (
    <InputAdornment position="start" disableTypography>
      {children}
    </InputAdornment>
  );
}

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A sign before what is typed: a currency, a magnifying glass. MUI's own brings a kilobyte to the first screen of everybody. */
export function Adornment({ children }: { children: ReactNode }) {
  return <Box component="span" sx={{ display: 'flex', mr: 1, color: 'text.secondary' }}>{children}</Box>;
}

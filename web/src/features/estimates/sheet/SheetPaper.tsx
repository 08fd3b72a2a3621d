import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

/** The ground of an estimate: one sheet, as it is given to the patient. Its parts follow the sheet's width, not the screen's. */
export function SheetPaper({ children }: { children: ReactNode }) {
  return (
    <Paper variant="outlined" sx={look}>
      {children}
    </Paper>
  );
}

const look = {
  containerType: 'inline-size',
  px: { xs: 2, sm: 4.5 },
  py: { xs: 2, sm: 3.5 },
  borderRadius: '4px',
  boxShadow: '0 6px 20px rgb(31 43 42 / 5%)',
} as const;

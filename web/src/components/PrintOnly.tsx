import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import type { ReactNode } from 'react';

const alone = {
  '@media print': {
    'body > :not([data-paper])': { display: 'none !important' },
    // An open dialog sets overflow: hidden on the body; that would cut the print to one page.
    body: { overflow: 'visible !important' },
  },
  '@page': { size: 'letter', margin: '0.6in' },
} as const;

/** Content for print alone: it replaces the dialog and the page behind it on paper, and is hidden on the screen. */
export function PrintOnly({ children }: { children: ReactNode }) {
  return (
    <>
      <GlobalStyles styles={alone} />
      <Portal>
        <Box data-paper aria-hidden sx={{ display: 'none', displayPrint: 'block' }}>
          {children}
        </Box>
      </Portal>
    </>
  );
}

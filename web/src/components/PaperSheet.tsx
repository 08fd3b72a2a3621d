import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import type { ReactNode } from 'react';

const alone = {
  '@media print': {
    'body > :not([data-paper])': { display: 'none !important' },
    // A dialog keeps the page behind it from scrolling; paper has as many pages as it takes.
    body: { overflow: 'visible !important' },
  },
  '@page': { size: 'letter', margin: '0.6in' },
} as const;

/** What a dialog prints: this alone, without the dialog and the page behind it. On the screen it is not there. */
export function PaperSheet({ children }: { children: ReactNode }) {
  return (
    <>
      <GlobalStyles styles={alone} />
      <Portal>
        <Box data-paper aria-hidden sx={{ display: 'none', displayPrint: 'block' }}>{children}</Box>
      </Portal>
    </>
  );
}

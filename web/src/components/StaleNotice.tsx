import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { Button } from '@/components/Button';
import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';

interface Props {
  loading: boolean;
  onLoad: () => void;
  children: ReactNode;
}

/** Somebody else saved first: offers to load their changes, which replace only what was not changed here. */
export function StaleNotice({ loading, onLoad, children }: Props) {
  return (
    <Alert ref={scrollIntoViewRef} severity="warning" role="status">
      <AlertTitle>Not saved yet</AlertTitle>
      {children}
      {/* Below the text: on a phone there is no room beside it. */}
      <Box sx={{ mt: 1 }}>
        <Button variant="outlined" color="inherit" loading={loading} onClick={onLoad}>
          Load their changes
        </Button>
      </Box>
    </Alert>
  );
}

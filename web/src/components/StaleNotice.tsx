import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { bringIntoSight } from '@/components/bringIntoSight';
import { Button } from '@/components/Button';

interface Props {
  loading: boolean;
  onLoad: () => void;
  children: ReactNode;
}

/** Somebody else saved first. Their words come in only where nothing was typed here. */
export function StaleNotice({ loading, onLoad, children }: Props) {
  return (
    <Alert ref={bringIntoSight} severity="warning" role="status">
      <AlertTitle>Not saved yet</AlertTitle>
      {children}
      {/* Beneath the words: on a phone they would have no room beside it. */}
      <Box sx={{ mt: 1 }}><Button variant="outlined" color="inherit" loading={loading} onClick={onLoad}>Load their changes</Button></Box>
    </Alert>
  );
}

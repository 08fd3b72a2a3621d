import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
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
    <Alert ref={bringIntoSight} severity="warning" role="status" action={<Button color="inherit" loading={loading} onClick={onLoad} style={{ whiteSpace: 'nowrap' }}>Load their changes</Button>}>
      <AlertTitle>Not saved yet</AlertTitle>
      {children}
    </Alert>
  );
}

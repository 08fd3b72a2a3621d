import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

import { Button } from '@/components/Button';
import { bringIntoSight } from '@/components/bringIntoSight';

interface Props {
  /** What is unusual, a sentence each. */
  problems: readonly string[];
  /** What can be done instead. */
  hint: string;
  /** 'Save anyway'. */
  label: string;
  busy: boolean;
  onGoOn: () => void;
  /** Another way out, beside going on. */
  children?: ReactNode;
}

/** Stands in a form that was not sent yet because something in it is unusual. It can be sent all the same. */
export function AskFirst({ problems, hint, label, busy, onGoOn, children }: Props) {
  return (
    <Alert ref={bringIntoSight} severity="warning" role="status">
      {problems.map((problem) => <Box key={problem} component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>{problem}</Box>)}
      {hint}
      {/* Beneath the words: beside them they would leave them a column of two words. */}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {children}
        <Button variant="outlined" color="inherit" disabled={busy} onClick={onGoOn}>{label}</Button>
      </Stack>
    </Alert>
  );
}

import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useEffect } from 'react';

import { Button } from '@/components/Button';

interface Props {
  /** A whole sentence: 'Clients could not be loaded.' */
  what: string;
  onRetry: () => void;
}

/** A quiet word where a list should have been; the console is told as well. Not MUI's Alert: every page has this at hand, and it is light. */
export function LoadFailure({ what, onRetry }: Props) {
  useEffect(() => console.error(what), [what]);
  return (
    <Box role="alert" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, px: 2, py: 0.75, borderRadius: 1, bgcolor: 'error.light', color: 'error.main' }}>
      <ErrorOutlined fontSize="small" aria-hidden />
      <Box sx={{ flex: 1, minWidth: 160, typography: 'body2' }}>{what}</Box>
      <Button color="inherit" onClick={onRetry}>Try again</Button>
    </Box>
  );
}

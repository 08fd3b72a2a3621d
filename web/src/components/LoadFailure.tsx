import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent } from 'react';

import { Button } from '@/components/Button';
import { refreshEvery } from '@/lib/presence';

interface Props {
  /** A whole sentence: 'Clients could not be loaded.' */
  what: string;
  onRetry: () => void;
}

/** A quiet word where a list should have been, or above one that could not be refreshed, until it is there; the console is told as well. Not MUI's Alert: every page has this at hand, and it is light. */
export function LoadFailure({ what, onRetry }: Props) {
  useEffect(() => console.error(what), [what]);
  // A server that was out of reach for a moment is asked again without anybody's doing; a network that comes back asks by itself.
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') retry();
    }, refreshEvery);
    return () => clearInterval(timer);
  }, []);
  return (
    <Box role="alert" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, px: 2, py: 0.75, borderRadius: 1, bgcolor: 'error.light', color: 'error.main' }}>
      <ErrorOutlined fontSize="small" aria-hidden />
      <Box sx={{ flex: 1, minWidth: 160, typography: 'body2' }}>{what}</Box>
      <Button color="inherit" onClick={onRetry}>Try again</Button>
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect } from 'react';

interface Props {
  /** A whole sentence: 'Clients could not be loaded.' */
  what: string;
  onRetry: () => void;
}

/** A quiet word where a list should have been; the console is told as well. */
export function LoadFailure({ what, onRetry }: Props) {
  useEffect(() => console.error(what), [what]);
  return (
    <Alert severity="error" sx={{ alignItems: 'center' }} action={<Button color="inherit" onClick={onRetry}>Try again</Button>}>
      {what}
    </Alert>
  );
}

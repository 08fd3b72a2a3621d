import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';

import { bringIntoSight } from '@/components/bringIntoSight';
import { Button } from '@/components/Button';
import type { Merged } from '@/features/gfe-estimate/mergeTheirs';

/** Somebody else saved first. Their words come in only where nothing was typed here. */
export function StaleNotice({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
  return (
    <Alert ref={bringIntoSight} severity="warning" role="status" action={<Button color="inherit" loading={loading} onClick={onLoad} style={{ whiteSpace: 'nowrap' }}>Load their changes</Button>}>
      <AlertTitle>Not saved yet</AlertTitle>
      Somebody else changed this estimate since you opened it. Load their changes, check them, and save again: what you typed stays in the form.
    </Alert>
  );
}

/** After that: where both changed the same thing, and what theirs was. */
export function MergedNotice({ clashes }: Pick<Merged, 'clashes'>) {
  return (
    <Alert ref={bringIntoSight} severity="info" role="status">
      Their changes are loaded, and what you typed is still here. Please check the estimate and save it.
      {clashes.length > 0 && (
        <>
          {' You both changed these; the form holds yours:'}
          <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
            {clashes.map(({ label, theirs }) => <li key={label}>{`${label} (theirs: ${theirs || 'nothing'})`}</li>)}
          </Box>
        </>
      )}
    </Alert>
  );
}

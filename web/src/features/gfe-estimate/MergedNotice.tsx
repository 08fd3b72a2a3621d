import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { bringIntoSight } from '@/components/bringIntoSight';
import type { Merged } from '@/features/gfe-estimate/mergeTheirs';

/** Their changes are in the form: where both changed the same thing, and what theirs was. */
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

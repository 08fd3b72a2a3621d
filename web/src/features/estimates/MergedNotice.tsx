import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';

/** A field that both changed to different values. */
export interface Conflict {
  label: string;
  theirs: string;
}

/** After a merge: lists the fields that both changed, with their value. */
export function MergedNotice({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <Alert ref={scrollIntoViewRef} severity="info" role="status">
      Their changes are loaded, and what you typed is still here. Please check the estimate and save it.
      {conflicts.length > 0 && (
        <>
          {' You both changed these; the form holds yours:'}
          <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
            {conflicts.map(({ label, theirs }) => <li key={label}>{`${label} (theirs: ${theirs || 'nothing'})`}</li>)}
          </Box>
        </>
      )}
    </Alert>
  );
}

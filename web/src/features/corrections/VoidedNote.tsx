import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';

import type { Voided } from '@/api/generated';
import { SignaturePicture } from '@/components/signature/SignaturePicture';
import { formatInstant } from '@/lib/dates';

interface Props {
  voided: Voided;
  zone: string;
  /** The consequence for this record. */
  children?: string;
}

/** Shows that a record was voided, by whom, when and why: above its content, so that nobody reads it as if it counted. */
export function VoidedNote({ voided: { by, at, reason, signature }, zone, children }: Props) {
  return (
    <Alert severity="error" role="note" sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{`Voided by ${by}, ${formatInstant(at, zone)}`}</AlertTitle>
      <div>{`Reason: ${reason}`}</div>
      {signature && (
        <Box sx={{ maxWidth: 200, my: 1 }}>
          <SignaturePicture png={signature} label={`Signature of ${by}`} />
        </Box>
      )}
      {children && <div>{children}</div>}
    </Alert>
  );
}

import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import type { Returned } from '@/api/generated';
import { formatInstant } from '@/lib/dates';

interface Props {
  returned: Returned;
  zone: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Why a director returned a treatment, and how that ended. */
export function ReturnNote({
  returned: { comment, by, at, ended, answer, answered_at },
  zone,
  action,
}: Props) {
  return (
    <Alert severity={ended ? 'info' : 'warning'} action={action} sx={{ overflowWrap: 'anywhere' }}>
      <Typography
        sx={{ fontWeight: 600 }}
      >{`Returned by ${by}, ${formatInstant(at, zone)}`}</Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap' }}>{comment}</Typography>
      {ended && (
        <>
          <Typography
            sx={{ fontWeight: 600, mt: 1 }}
          >{`${ended === 'Resubmitted' ? 'Answered' : 'Taken back'}, ${formatInstant(answered_at, zone)}`}</Typography>
          {answer && <Typography sx={{ whiteSpace: 'pre-wrap' }}>{answer}</Typography>}
        </>
      )}
    </Alert>
  );
}

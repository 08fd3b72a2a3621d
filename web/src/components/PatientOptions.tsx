import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, type ComponentProps } from 'react';

import type { Patient } from '@/api/generated';
import { Button } from '@/components/Button';
import { formatDate } from '@/lib/dates';

/** One patient in the list of matches; the birth date distinguishes patients of the same name. */
export function PatientOption({
  patient: { first_name, last_name, birth_date },
  ...option
}: ComponentProps<'li'> & { patient: Patient }) {
  return (
    <li {...option}>
      <div>
        <Typography>{`${first_name} ${last_name}`}</Typography>
        {birth_date && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Born ${formatDate(birth_date)}`}</Typography>
        )}
      </div>
    </li>
  );
}

const failedText = 'Patients could not be searched.';

/** Shown instead of the list when nobody matches or the search failed. */
export function NobodyFound({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  useEffect(() => {
    if (failed) console.error(failedText);
  }, [failed]);
  if (!failed) return 'No patients found';
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1,
      }}
    >
      {failedText}
      <Button onClick={onRetry}>Try again</Button>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';

import type { Exam } from '@/api/generated';
import { formatInstant } from '@/lib/dates';

interface Props {
  exam: Exam;
  timeZone: string;
  ref?: Ref<HTMLDivElement> | undefined;
  /** Without a paper of its own, in a row with other things. */
  inline?: boolean;
  /** What can be done with it. */
  children?: ReactNode;
}

/** Who examined the patient last, and when. */
export function LastExam({ exam, timeZone, ref, inline = false, children }: Props) {
  const when = `Examined by ${exam.examiner_name} on ${formatInstant(exam.created_at, timeZone)}`;
  if (inline) {
    return (
      // As wide with and without what comes beside it later, which would push a button from under a finger.
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 0.5,
          flex: { xs: '1 1 100%', sm: '0 1 560px' },
          minHeight: 48,
        }}
      >
        <Box sx={{ mr: 'auto', minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            Last exam
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {when}
          </Typography>
        </Box>
        {children}
      </Box>
    );
  }
  return (
    <Paper
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      variant="outlined"
      sx={{
        p: 2,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        gap: 2,
      }}
    >
      <Box>
        <Typography variant="h3" component="p">
          Last exam
        </Typography>
        <Typography color="textSecondary">{when}</Typography>
      </Box>
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
          {children}
        </Box>
      )}
    </Paper>
  );
}

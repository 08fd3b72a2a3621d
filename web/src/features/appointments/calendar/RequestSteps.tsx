import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useAcceptRequestMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { useNotify } from '@/lib/notices';

interface Props {
  visit: Visit;
  disabled: boolean;
  onDecline: () => void;
}

/** Accepts or declines an online request. It occupies its time until then, and the patient receives the answer. */
export function RequestSteps({ visit, disabled, onDecline }: Props) {
  const [accept, { isLoading }] = useAcceptRequestMutation();
  const notify = useNotify('request');
  const [problem, setProblem] = useState<string>();
  const take = async () => {
    setProblem(undefined);
    try {
      await accept({ id: visit.id, 'If-Match': String(visit.version) }).unwrap();
      notify({ tone: 'success', text: `${patientName(visit)} is booked. The client is told.` });
    } catch (thrown) {
      setProblem(`Not accepted. ${asFailure(thrown).message}`);
    }
  };
  return (
    <Stack spacing={1.5}>
      <Typography
        component="p"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          fontWeight: 600,
          '--card-ground': 'var(--mui-palette-background-paper)',
        }}
      >
        <Glyph of="Requested" />
        Requested online
      </Typography>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {!disabled && (
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
          <Button variant="contained" size="large" loading={isLoading} onClick={() => void take()}>
            Accept
          </Button>
          <Button variant="outlined" size="large" disabled={isLoading} onClick={onDecline}>
            Decline…
          </Button>
        </Box>
      )}
    </Stack>
  );
}

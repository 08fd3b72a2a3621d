import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { Button } from '@/components/Button';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import {
  mayBecome,
  mayBeNoShow,
  nextStep,
  ramp,
  type Status,
} from '@/features/appointments/calendar/status';
import { useNow } from '@/features/appointments/calendar/useNow';
import { useStatus } from '@/features/appointments/calendar/useStatus';
import type { Visit } from '@/features/appointments/calendar/visit';
import { chosenInForcedColors } from '@/theme/forcedColors';

/** An appointment's status: the four steps of a day beside each other, and the next of them as the filled button. */
export function StatusSteps({ visit, disabled }: { visit: Visit; disabled: boolean }) {
  const { set, isLoading } = useStatus();
  const now = useNow();
  const [problem, setProblem] = useState<string>();
  const { status } = visit;
  const next = nextStep(status);
  const choose = async (to: Status) => {
    setProblem(undefined);
    const failure = await set(visit, to);
    setProblem(failure?.message);
  };
  const isOutside = !ramp.some((step) => step === status);
  return (
    <Stack spacing={1.5}>
      {isOutside && (
        <Typography
          component="p"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 600 }}
        >
          <Glyph of={status} />
          {status}
        </Typography>
      )}
      <Box role="group" aria-label="Status" sx={steps}>
        {ramp.map((step) => (
          <ButtonBase
            key={step}
            sx={stepButton}
            aria-pressed={step === status}
            disabled={disabled || isLoading || (step !== status && !mayBecome(status, step))}
            onClick={() => step === status || void choose(step)}
          >
            <Glyph of={step} />
            {step}
          </ButtonBase>
        ))}
      </Box>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {!disabled && next && (
        <Button
          variant="contained"
          size="large"
          loading={isLoading}
          onClick={() => void choose(next.to)}
        >
          {next.words}
        </Button>
      )}
      {!disabled && mayBeNoShow(visit, now) && (
        <Button onClick={() => void choose('No-show')} disabled={isLoading}>
          Did not come
        </Button>
      )}
    </Stack>
  );
}

const steps = {
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  gap: 0.75,
} as const;

const stepButton = {
  '--card-ground': 'var(--mui-palette-background-paper)',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: 0.5,
  minHeight: 52,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  typography: 'caption',
  fontWeight: 600,
  color: 'text.primary',
  bgcolor: 'background.paper',
  '&.Mui-disabled': { color: 'text.secondary', bgcolor: 'transparent', borderStyle: 'dashed' },
  '&[aria-pressed="true"]': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    borderColor: 'primary.main',
    borderStyle: 'solid',
    '--card-ground': 'var(--mui-palette-primary-main)',
    ...chosenInForcedColors,
  },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

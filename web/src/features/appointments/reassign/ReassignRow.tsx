import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { Reassigned } from '@/api/generated';
import { Button } from '@/components/Button';
import { SelectInput } from '@/components/SelectInput';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { formatInstant } from '@/lib/dates';

interface Props {
  visit: Visit;
  timeZone: string;
  choices: readonly { value: string; label: string }[];
  /** Who was chosen for all. */
  defaultProvider: string;
  /** Why it could not be given. */
  refused: Reassigned | undefined;
  busy: boolean;
  onGive: (provider: string, anyway: boolean) => void;
}

/** One of the appointments, whom it goes to, and why it could not be given to them. */
export function ReassignRow({
  visit,
  timeZone,
  choices,
  defaultProvider,
  refused,
  busy,
  onGive,
}: Props) {
  const [own, setOwn] = useState<string>();
  const to = own ?? defaultProvider;
  const name = patientName(visit);
  const when = formatInstant(visit.starts_at, timeZone);
  const warnings = refused?.warnings ?? [];
  const why =
    warnings.length > 0
      ? warnings.map(({ message }) => message)
      : refused?.message
        ? [refused.message]
        : [];
  return (
    <Box
      component="li"
      sx={{
        borderTop: 1,
        borderColor: 'rule',
        py: 1.5,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 200px auto' },
        alignItems: 'center',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">{`${when}, ${visit.service}`}</Typography>
        {why.map((sentence) => (
          <Typography key={sentence} variant="body2" color="error" role="status">
            {sentence}
          </Typography>
        ))}
      </Box>
      <SelectInput
        label="Give to"
        options={choices}
        value={to}
        placeholder="Choose a provider"
        onChange={setOwn}
      />
      {warnings.length > 0 ? (
        <Button
          variant="outlined"
          disabled={to === '' || busy}
          onClick={() => onGive(to, true)}
          aria-label={`Book anyway: ${name}, ${when}`}
        >
          Book anyway
        </Button>
      ) : (
        <Button
          variant="outlined"
          disabled={to === '' || busy}
          onClick={() => onGive(to, false)}
          aria-label={`Give ${name}, ${when}`}
        >
          Give
        </Button>
      )}
    </Box>
  );
}

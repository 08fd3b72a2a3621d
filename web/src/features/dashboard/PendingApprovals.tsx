import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListPendingTreatmentsQuery, type PendingTreatment } from '@/api/generated';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { formatInstant } from '@/lib/dates';
import { patientPath } from '@/lib/paths';
import { refreshInterval } from '@/lib/userActivity';

/** How many are listed at first. */
const drawn = 10;

/** The treatments that a director has not signed yet, the oldest first. */
export function PendingApprovals({ timeZone }: { timeZone: string }) {
  const query = useListPendingTreatmentsQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const { data: pending, error } = query;
  const [shown, setShown] = useState(drawn);
  return (
    <Panel
      title="Waiting for your approval"
      actions={
        pending &&
        pending.length > 0 && <StatusChip tone="warning" label={`${pending.length} pending`} />
      }
    >
      <QueryFailure what="Pending treatments could not be loaded." of={query} />
      {!pending && !error && <PageSkeleton />}
      {pending?.length === 0 && (
        <EmptyState
          title="Nothing is waiting"
          hint="New treatments appear here until you have signed them."
        />
      )}
      {pending && pending.length > 0 && (
        <>
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {pending.slice(0, shown).map((treatment) => (
              <Waiting key={treatment.id} treatment={treatment} timeZone={timeZone} />
            ))}
          </Stack>
          {pending.length > shown && (
            <Box
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 1 }}
            >
              <Typography
                variant="body2"
                color="textSecondary"
              >{`And ${pending.length - shown} more, newer ones.`}</Typography>
              <Button onClick={() => setShown(shown + drawn)}>Show more</Button>
            </Box>
          )}
        </>
      )}
    </Panel>
  );
}

function Waiting({
  treatment: {
    patient_id,
    patient_name,
    treatment_type,
    areas,
    provider_name,
    is_own,
    may_approve,
    approval_refusal,
    created_at,
  },
  timeZone,
}: {
  treatment: PendingTreatment;
  timeZone: string;
}) {
  const forAnother =
    approval_refusal === 'invited_by_provider'
      ? ', who invited you; another director approves it'
      : '; another director approves it';
  const whose = `${is_own ? 'Your own treatment' : provider_name}${may_approve ? '' : forAnother}`;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: 2,
        pt: 0.5,
        pb: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0, '& > a': { mb: -1 } }}>
        <RowLink to={patientPath(patient_id)} strong>
          {patient_name}
        </RowLink>
        <Typography variant="body2">
          {areas ? `${treatment_type}, ${areas}` : treatment_type}
        </Typography>
      </Box>
      <Typography
        variant="body2"
        color="textSecondary"
      >{`${whose} · ${formatInstant(created_at, timeZone)}`}</Typography>
    </Box>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListAppointmentsInfiniteQuery, useListProvidersQuery } from '@/api/generated';
import { appointmentPageSize, rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { ViewDialog } from '@/components/ViewDialog';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import { isOver } from '@/features/appointments/calendar/status';
import { ReassignRow } from '@/features/appointments/reassign/ReassignRow';
import { useReassign } from '@/features/appointments/reassign/useReassign';
import { today } from '@/lib/dates';

interface Props {
  /** The provider whose appointments are to be given to others. */
  provider: { id: number; name: string };
  onClose: () => void;
}

/** The appointments ahead of somebody who has left or is about to: each, or all of them, can be given to another provider. */
export function ReassignDialog({ provider, onClose }: Props) {
  const { may } = usePermissions();
  return (
    <ViewDialog
      title={`Appointments of ${provider.name}`}
      label={`Appointments of ${provider.name}`}
      onClose={onClose}
    >
      {may('appointment.update') ? (
        <Rows provider={provider} />
      ) : (
        <NoPermission what="changes of appointments" />
      )}
    </ViewDialog>
  );
}

function Rows({ provider }: Pick<Props, 'provider'>) {
  const timeZone = useTimeZone();
  const [now] = useState(() => Date.now());
  const query = useListAppointmentsInfiniteQuery({
    from: today(timeZone),
    providerId: provider.id,
    limit: appointmentPageSize,
  });
  const { data, hasNextPage } = query;
  const visits = rowsOf(data)?.filter(
    (visit) => !isOver(visit.status) && Date.parse(visit.starts_at) > now,
  );
  const { data: providers = [] } = useListProvidersQuery();
  const others = providers.filter(({ id }) => id !== provider.id);
  const choices = [
    ...others.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: anyProvider, label: 'Any provider' },
  ];
  const [to, setTo] = useState('');
  const { reassign, refused, problem, busy } = useReassign();
  const chosen = (value: string) => ({
    id: value === anyProvider ? null : Number(value),
    name:
      value === anyProvider
        ? 'any provider'
        : (choices.find((one) => one.value === value)?.label ?? ''),
  });
  return (
    <>
      {problem !== undefined && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <QueryFailure what="The appointments could not be loaded." query={query} />
      {!visits && !query.isError && <PartSkeleton label="Loading the appointments" height={160} />}
      {visits?.length === 0 && (
        <EmptyState
          title="No appointments lie ahead"
          hint={`Nothing is booked with ${provider.name} any more.`}
        />
      )}
      {visits && visits.length > 0 && (
        <>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            Each appointment keeps its time, so the patients get no message.
          </Typography>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1, pt: 1 }}
          >
            <Box sx={{ width: { xs: '100%', sm: 240 } }}>
              <SelectInput
                label="Give to"
                options={choices}
                value={to}
                placeholder="Choose a provider"
                onChange={setTo}
              />
            </Box>
            <Button
              variant="contained"
              disabled={to === ''}
              loading={busy}
              onClick={() => void reassign(visits, chosen(to))}
            >
              {visits.length === 1
                ? 'Give this appointment'
                : `Give all ${visits.length}${hasNextPage ? ' shown' : ''}`}
            </Button>
          </Box>
          <Box
            component="ul"
            aria-label={`Appointments ahead of ${provider.name}`}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {visits.map((visit) => (
              <ReassignRow
                key={visit.id}
                visit={visit}
                timeZone={timeZone}
                choices={choices}
                defaultProvider={to}
                refused={refused.get(visit.id)}
                busy={busy}
                onGive={(value, anyway) => void reassign([visit], chosen(value), anyway)}
              />
            ))}
          </Box>
        </>
      )}
      <NextPageFailure what="The later appointments could not be loaded." query={query} />
      <NextPageButton query={query}>Show later appointments</NextPageButton>
    </>
  );
}

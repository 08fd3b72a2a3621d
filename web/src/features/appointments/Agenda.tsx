import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { memo, useMemo } from 'react';

import { useListAppointmentsInfiniteQuery } from '@/api/generated';
import { appointmentPageSize, rowsOf } from '@/api/listPages';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { VisitsSkeleton } from '@/features/appointments/VisitsSkeleton';
import { rowHeight } from '@/features/appointments/agendaLook';
import { AgendaDays } from '@/features/appointments/AgendaDays';
import { byDay } from '@/features/appointments/byDay';
import type { DateRange } from '@/features/appointments/dateRange';
import { refreshInterval } from '@/lib/userActivity';

interface Props {
  window: DateRange;
  today: string;
  timeZone: string;
}

/** The appointments of a range, day by day. */
export const Agenda = memo(function Agenda({ window, today, timeZone }: Props) {
  const query = useListAppointmentsInfiniteQuery(
    { ...window, limit: appointmentPageSize },
    { pollingInterval: refreshInterval, skipPollingIfUnfocused: true },
  );
  const { data, currentData, isError } = query;
  const days = useMemo(() => data && byDay(rowsOf(data), timeZone), [data, timeZone]);

  const failure = <QueryFailure what="Appointments could not be loaded." query={query} />;
  if (!days) return isError ? failure : <FirstDay />;
  // The former days stay, dimmed, until the new ones are loaded.
  const stale = !currentData;
  return (
    <Stack spacing={2} aria-busy={stale}>
      {failure}
      {days.length === 0 && (
        <EmptyState
          title="No appointments in these days"
          hint="Look at earlier or later days, or book one."
        />
      )}
      <AgendaDays days={days} today={today} timeZone={timeZone} />
      <NextPageFailure what="The later appointments could not be loaded." query={query} />
      <NextPageButton query={query}>Show later appointments</NextPageButton>
    </Stack>
  );
});

/** A day of the list while it loads. */
const FirstDay = () => (
  <Paper variant="outlined" sx={{ p: 2 }}>
    <Skeleton variant="text" width={240} height={24} sx={{ mb: 2 }} />
    <VisitsSkeleton height={rowHeight} />
  </Paper>
);

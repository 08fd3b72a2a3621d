import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { memo, useMemo } from 'react';

import { useListAppointmentsInfiniteQuery, type Appointment } from '@/api/generated';
import { appointmentPageSize, rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { AppointmentRow } from '@/features/appointments/AppointmentRow';
import { byDay, type AgendaDay } from '@/features/appointments/byDay';
import type { DateRange } from '@/features/appointments/dateRange';
import { timeRangeFormatter, dayHeading } from '@/features/appointments/timeFormat';
import { refreshInterval } from '@/lib/userActivity';

interface Props {
  window: DateRange;
  today: string;
  timeZone: string;
}

/** The appointments of a range, day by day. */
export const Agenda = memo(function Agenda({ window, today, timeZone }: Props) {
  const { mayLimited } = usePermissions();
  const query = useListAppointmentsInfiniteQuery(
    { ...window, limit: appointmentPageSize },
    {
      pollingInterval: refreshInterval,
      skipPollingIfUnfocused: true,
    },
  );
  const { data, currentData, isError } = query;
  const days = useMemo(() => data && byDay(rowsOf(data), timeZone), [data, timeZone]);
  const time = useMemo(() => timeRangeFormatter(timeZone), [timeZone]);
  const linked = mayLimited('patient.read');

  const failure = <QueryFailure what="Appointments could not be loaded." of={query} />;
  if (!days) return isError ? failure : <PageSkeleton />;
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
      <Days days={days} today={today} time={time} linked={linked} />
      <NextPageFailure what="The later appointments could not be loaded." of={query} />
      <NextPageButton of={query}>Show later appointments</NextPageButton>
    </Stack>
  );
});

interface DaysProps {
  days: readonly AgendaDay<Appointment>[];
  today: string;
  time: (starts: string, ends: string) => string;
  /** Whether a name leads to its record. */
  linked: boolean;
}

function Days({ days, today, time, linked }: DaysProps) {
  return days.map(({ date, appointments }) => (
    <Panel key={date} title={dayHeading(date, today)}>
      <Box component="ul" sx={visits}>
        {appointments.map((appointment) => (
          <AppointmentRow
            key={appointment.id}
            appointment={appointment}
            time={time(appointment.starts_at, appointment.ends_at)}
            linked={linked}
          />
        ))}
      </Box>
    </Panel>
  ));
}

const line = {
  fontWeight: 600,
  minHeight: { sm: 44 },
  display: 'flex',
  alignItems: 'center',
} as const;
const visits = {
  listStyle: 'none',
  p: 0,
  m: 0,
  '& > li': {
    display: 'grid',
    gap: { xs: 0.5, sm: 2 },
    gridTemplateColumns: { xs: '1fr', sm: '12.5rem 1fr' },
    py: 1.5,
    alignItems: 'start',
  },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
  '& div': { minWidth: 0 },
  '& p': { m: 0 },
  '& .when': { ...line, fontVariantNumeric: 'tabular-nums' },
  '& .who': line,
  '& .status': { display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 600 },
  '& .overlap': { mt: 0.5 },
  '& .notes': { color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
} as const;

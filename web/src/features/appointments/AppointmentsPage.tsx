import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { listAppointmentPages } from '@/api/appointmentPages';
import { maxAgeSeconds } from '@/api/baseApi';
import { generatedApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { Agenda } from '@/features/appointments/Agenda';
import { readDateRange } from '@/features/appointments/dateRange';
import { DateRangeBar } from '@/features/appointments/DateRangeBar';
import { ScheduleForm } from '@/features/appointments/ScheduleForm';
import { zoneName } from '@/features/appointments/timeFormat';
import { today as todayIn } from '@/lib/dates';
import { useNewFromAddress } from '@/lib/useNewFromAddress';

const { listProviders } = generatedApi.endpoints;

export const loader = prefetchLoader(({ may, mayLimited, search, timeZone }) => [
  mayLimited('appointment.list') && listAppointmentPages.initiate(readDateRange(search, todayIn(timeZone)), { forceRefetch: maxAgeSeconds }),
  may('appointment.create') && listProviders.initiate(),
]);

/** The form that books an appointment beside the list of appointments. */
export function Component() {
  const { may, mayLimited } = usePermissions();
  const timeZone = useTimeZone();
  const today = todayIn(timeZone);
  const [search] = useSearchParams();
  const window = useMemo(() => readDateRange(search, today), [search, today]);
  const beside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  // A link from a patient's record names whom to book.
  const wanted = Number(search.get('patient'));
  const [unfolded, unfold] = useState(wanted > 0);
  const mayBook = may('appointment.create');
  const shown = beside || unfolded;
  const form = useRef<HTMLElement>(null);
  /** How often a link has requested the form. */
  const [requests, setRequests] = useState(0);
  useNewFromAddress(() => {
    unfold(true);
    setRequests(requests + 1);
  });
  useEffect(() => {
    if (requests > 0 && mayBook) form.current?.querySelector('input')?.focus();
  }, [requests, mayBook]);

  if (!mayLimited('appointment.list')) {
    return (
      <Stack spacing={2}>
        <PageHeader title="Appointments" />
        <NoPermission what="the appointments" />
      </Stack>
    );
  }
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Appointments"
        subtitle={may('appointment.list') ? zoneName(timeZone) : 'Your role sees times and services only.'}
        actions={mayBook && !beside && (
          <Button variant="contained" startIcon={unfolded ? undefined : <Add />} aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
            {unfolded ? 'Close the form' : 'Book an appointment'}
          </Button>
        )}
      />
      <DateRangeBar window={window} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: mayBook ? '352px minmax(0, 1fr)' : 'minmax(0, 1fr)' }, alignItems: 'start' }}>
        {mayBook && (
          // Hidden and not unmounted: turning a tablet must not lose what was typed. Sticky only where the screen is high enough for
          // the whole form; else its button could not be reached before the end of the list.
          <Box ref={form} hidden={!shown} sx={{ top: 24, '@media (min-height: 770px)': { position: { md: 'sticky' } } }}>
            <Booking timeZone={timeZone} patientId={wanted > 0 ? wanted : undefined} />
          </Box>
        )}
        <Agenda window={window} today={today} timeZone={timeZone} />
      </Box>
    </Stack>
  );
}

/** Memoised, because the router renders the page again with each step. */
const Booking = memo(function Booking({ timeZone, patientId }: { timeZone: string; patientId: number | undefined }) {
  return (
    <Panel title="Book an appointment">
      <ScheduleForm timeZone={timeZone} patientId={patientId} />
    </Panel>
  );
});

import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import { generatedApi } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { fresh } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { Button } from '@/components/Button';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { Agenda } from '@/features/appointments/Agenda';
import { zoneName } from '@/features/appointments/clock';
import { ScheduleForm } from '@/features/appointments/ScheduleForm';
import { readWindow } from '@/features/appointments/window';
import { WindowBar } from '@/features/appointments/WindowBar';
import { today as todayIn } from '@/lib/dates';

const { listAppointments, listProviders } = generatedApi.endpoints;

export const loader = prefetchLoader(({ may, mayLimited, search, timeZone }) => [
  mayLimited('appointment.list') && listAppointments.initiate(readWindow(search, todayIn(timeZone)), { forceRefetch: fresh }),
  may('appointment.create') && listProviders.initiate(),
]);

/** This folder books appointments and shows them day by day, in the clinic's own time. */
export function Component() {
  const { may, mayLimited } = useMay();
  const timeZone = useSession()?.clinic.time_zone ?? 'UTC';
  const today = todayIn(timeZone);
  const [search] = useSearchParams();
  const window = useMemo(() => readWindow(search, today), [search, today]);
  const beside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  const [unfolded, unfold] = useState(false);
  const mayBook = may('appointment.create');
  const shown = beside || unfolded;

  if (!mayLimited('appointment.list')) {
    return (
      <Stack spacing={3}>
        <PageHeader title="Appointments" />
        <NoPermission what="the appointments" />
      </Stack>
    );
  }
  return (
    <Stack spacing={3}>
      <PageHeader
        title="Appointments"
        subtitle={may('appointment.list') ? zoneName(timeZone) : 'Your role sees times and services only.'}
        actions={mayBook && !beside && (
          <Button variant="contained" startIcon={unfolded ? undefined : <Add />} aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
            {unfolded ? 'Close the form' : 'Book an appointment'}
          </Button>
        )}
      />
      <WindowBar window={window} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: mayBook ? '352px minmax(0, 1fr)' : 'minmax(0, 1fr)' }, alignItems: 'start' }}>
        {mayBook && (
          // Hidden, not gone: turning a tablet must not lose what was typed. It stays in sight beside the days, where the screen is as
          // high as it is; on a lower one its foot could not be reached before the last of the days.
          <Box hidden={!shown} sx={{ top: 24, '@media (min-height: 770px)': { position: { md: 'sticky' } } }}>
            <Booking timeZone={timeZone} />
          </Box>
        )}
        <Agenda window={window} today={today} timeZone={timeZone} />
      </Box>
    </Stack>
  );
}

/** Apart from the page, which the router's steps draw again. */
const Booking = memo(function Booking({ timeZone }: { timeZone: string }) {
  return (
    <Panel title="Book an appointment">
      <ScheduleForm timeZone={timeZone} />
    </Panel>
  );
});

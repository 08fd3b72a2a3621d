import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { Agenda } from '@/features/appointments/Agenda';
import { DeskPlaces } from '@/features/appointments/calendar/DeskPlaces';
import { ViewSwitch } from '@/features/appointments/calendar/ViewSwitch';
import type { View } from '@/features/appointments/calendar/deskAddress';
import { readDateRange } from '@/features/appointments/dateRange';
import { DateRangeBar } from '@/features/appointments/DateRangeBar';
import { ScheduleForm } from '@/features/appointments/ScheduleForm';
import { zoneName } from '@/features/appointments/timeFormat';
import { useNewFromAddress } from '@/lib/useNewFromAddress';

interface Props {
  today: string;
  timeZone: string;
  /** The patient whom a link from a record is to book. */
  patientId: number | undefined;
}

/** The form that books an appointment beside the list of appointments, grouped by date (specification, section 2). */
export function ListView({ today, timeZone, patientId }: Props) {
  const { may } = usePermissions();
  const [search] = useSearchParams();
  const window = useMemo(() => readDateRange(search, today), [search, today]);
  const beside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  const [unfolded, setUnfolded] = useState(patientId !== undefined);
  const mayBook = may('appointment.create');
  const shown = beside || unfolded;
  const form = useRef<HTMLElement>(null);
  /** How often a link has requested the form. */
  const [requests, setRequests] = useState(0);
  useNewFromAddress(() => {
    setUnfolded(true);
    setRequests(requests + 1);
  });
  useEffect(() => {
    if (requests > 0 && mayBook) form.current?.querySelector('input')?.focus();
  }, [requests, mayBook]);

  return (
    <Stack spacing={2}>
      <div>
        <PageHeader
          title="Appointments"
          subtitle={
            may('appointment.list') ? zoneName(timeZone) : 'Your role sees times and services only.'
          }
          actions={
            <>
              <ViewSwitch
                view="list"
                search={(view) => searchOf(view, window.from === today ? undefined : window.from)}
              />
              {mayBook && !beside && (
                <Button
                  variant="contained"
                  startIcon={unfolded ? undefined : <Add />}
                  aria-expanded={unfolded}
                  onClick={() => setUnfolded(!unfolded)}
                >
                  {unfolded ? 'Close the form' : 'Book an appointment'}
                </Button>
              )}
            </>
          }
        />
        <DeskPlaces />
      </div>
      <DateRangeBar window={window} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: mayBook ? '320px minmax(0, 1fr)' : 'minmax(0, 1fr)',
          },
          alignItems: 'start',
        }}
      >
        {mayBook && (
          // Hidden and not unmounted: turning a tablet must not lose what was typed. Sticky only where the screen is high enough for
          // the whole form; else its button could not be reached before the end of the list.
          <Box
            ref={form}
            hidden={!shown}
            sx={{ top: 24, '@media (min-height: 770px)': { position: { md: 'sticky' } } }}
          >
            <Booking timeZone={timeZone} patientId={patientId} />
          </Box>
        )}
        <Agenda window={window} today={today} timeZone={timeZone} />
      </Box>
    </Stack>
  );
}

/** The same first day in another view. */
function searchOf(view: View, from: string | undefined): string {
  return `?${new URLSearchParams({ view, ...(from && { [view === 'list' ? 'from' : 'date']: from }) })}`;
}

/** Memoised, because the router renders the page again with each step. */
const Booking = memo(function Booking({
  timeZone,
  patientId,
}: {
  timeZone: string;
  patientId: number | undefined;
}) {
  return (
    <Panel title="Book an appointment">
      <ScheduleForm timeZone={timeZone} patientId={patientId} />
    </Panel>
  );
});

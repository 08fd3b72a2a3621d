import Alert from '@mui/material/Alert';
import { useMemo, useState } from 'react';

import { useListProvidersQuery, type Appointment } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import type { AgendaDay } from '@/features/appointments/byDay';
import type { Booking } from '@/features/appointments/calendar/booking';
import { providersOf } from '@/features/appointments/calendar/columns';
import { DeskDialogs } from '@/features/appointments/calendar/DeskDialogs';
import { BookDrawer } from '@/features/appointments/calendar/dialogs';
import { FreedOffer } from '@/features/appointments/calendar/FreedOffer';
import { useFreed } from '@/features/appointments/calendar/useFreed';
import type { useRowActs } from '@/features/appointments/useRowActs';
import { useWaiting } from '@/features/waitlist';

interface Props extends Omit<ReturnType<typeof useRowActs>, 'act'> {
  days: readonly AgendaDay<Appointment>[];
  today: string;
  timeZone: string;
}

/** The calendar's dialogs, and what follows from them: why nothing was changed, and whom a time that became free would fit. */
export function AgendaChanges({ days, today, timeZone, asked, problem, close }: Props) {
  const { may } = usePermissions();
  const mayBook = may('appointment.create');
  const { data: choices = [] } = useListProvidersQuery(undefined, { skip: !mayBook });
  const visits = useMemo(() => days.flatMap(({ appointments }) => appointments), [days]);
  const { move, freed, free, forget } = useFreed(timeZone);
  const [booking, setBooking] = useState<Booking>();
  const { end } = useWaiting(undefined);
  const endBooking = () => setBooking(undefined);
  return (
    <>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {freed && mayBook && (
        <FreedOffer
          freed={freed}
          visits={visits}
          choices={choices}
          timeZone={timeZone}
          atOnce={false}
          onBook={setBooking}
          onClose={forget}
        />
      )}
      <DeskDialogs
        asked={asked}
        timeZone={timeZone}
        providers={providersOf(choices, visits)}
        move={move}
        onFreed={free}
        onClose={close}
      />
      {booking && (
        <BookDrawer
          timeZone={timeZone}
          day={today}
          booking={booking}
          patientId={undefined}
          over
          onBooked={() => {
            if (booking.entry) void end(booking.entry);
            endBooking();
          }}
          onClose={endBooking}
        />
      )}
    </>
  );
}

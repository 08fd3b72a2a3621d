import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useMemo, useState } from 'react';

import { useListProvidersQuery, type Appointment } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Panel } from '@/components/Panel';
import { agendaLook } from '@/features/appointments/agendaLook';
import { AppointmentRow } from '@/features/appointments/AppointmentRow';
import type { AgendaDay } from '@/features/appointments/byDay';
import type { Booking } from '@/features/appointments/calendar/booking';
import { providersOf } from '@/features/appointments/calendar/columns';
import { DeskDialogs } from '@/features/appointments/calendar/DeskDialogs';
import { BookDrawer } from '@/features/appointments/calendar/dialogs';
import { FreedOffer } from '@/features/appointments/calendar/FreedOffer';
import { useFreed } from '@/features/appointments/calendar/useFreed';
import { timeRangeFormatter, dayHeading } from '@/features/appointments/timeFormat';
import { useRowActs } from '@/features/appointments/useRowActs';
import { useWaiting } from '@/features/waitlist';

interface Props {
  days: readonly AgendaDay<Appointment>[];
  today: string;
  timeZone: string;
}

/** The appointments of each day, and what can be done with them in their rows. */
export function AgendaDays({ days, today, timeZone }: Props) {
  const { may, mayLimited } = usePermissions();
  const mayChange = may('appointment.update');
  const time = useMemo(() => timeRangeFormatter(timeZone), [timeZone]);
  const { act, ...questions } = useRowActs();
  const linked = mayLimited('patient.read');
  return (
    <Stack spacing={2} sx={agendaLook}>
      {mayChange && <Changes days={days} today={today} timeZone={timeZone} {...questions} />}
      {days.map(({ date, appointments }) => (
        <Panel key={date} title={dayHeading(date, today)}>
          <Box component="ul" className="visits">
            {appointments.map((appointment) => (
              <AppointmentRow
                key={appointment.id}
                appointment={appointment}
                time={time(appointment.starts_at, appointment.ends_at)}
                isDue={date <= today}
                linked={linked}
                onAct={mayChange ? act : undefined}
              />
            ))}
          </Box>
        </Panel>
      ))}
    </Stack>
  );
}

type ChangesProps = Props & Omit<ReturnType<typeof useRowActs>, 'act'>;

/** The calendar's dialogs, and what follows from them: why nothing was changed, and whom a time that became free would fit. */
function Changes({ days, today, timeZone, asked, problem, close }: ChangesProps) {
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

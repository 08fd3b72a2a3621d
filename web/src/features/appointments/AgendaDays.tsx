import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useMemo } from 'react';

import type { Appointment } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { lazyPart } from '@/components/lazyPart';
import { Panel } from '@/components/Panel';
import { agendaLook } from '@/features/appointments/agendaLook';
import { AppointmentRow } from '@/features/appointments/AppointmentRow';
import type { AgendaDay } from '@/features/appointments/byDay';
import { timeRangeFormatter, dayHeading } from '@/features/appointments/timeFormat';
import { useRowActs } from '@/features/appointments/useRowActs';

// Nothing to see before somebody acts.
const AgendaChanges = lazyPart(
  async () => (await import('@/features/appointments/AgendaChanges')).AgendaChanges,
);

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
      {mayChange && <AgendaChanges days={days} today={today} timeZone={timeZone} {...questions} />}
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

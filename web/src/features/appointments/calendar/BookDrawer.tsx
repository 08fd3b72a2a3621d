import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { ConfirmDialog } from '@/components/ConfirmDialog';
import { BookFrame } from '@/features/appointments/calendar/BookFrame';
import type { Booking } from '@/features/appointments/calendar/booking';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import { FreeTimes } from '@/features/appointments/calendar/FreeTimes';
import { ResourceSelect } from '@/features/appointments/calendar/ResourceSelect';
import { SeriesFields } from '@/features/appointments/calendar/SeriesFields';
import { ScheduleForm, type MoreFields } from '@/features/appointments/ScheduleForm';
import { Coverage } from '@/features/estimate-clocks';
import { hasUnsavedWork } from '@/lib/unsavedWork';

interface Props {
  timeZone: string;
  /** The day on the screen. */
  day: string;
  /** What was asked for last: each press on a place of the calendar is a new one. */
  booking: Booking;
  patientId: number | undefined;
  /** Whether it covers what is below it, instead of standing beside the calendar. */
  over: boolean;
  /** Whether another panel has its room for now. */
  hidden?: boolean;
  onBooked: () => void;
  onClose: () => void;
}

/** The form that books, beside the calendar, with the time and the provider of the place that was pressed. */
export function BookDrawer({
  timeZone,
  day,
  booking,
  patientId,
  over,
  hidden = false,
  onBooked,
  onClose,
}: Props) {
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const close = () => (hasUnsavedWork() ? setLeaving(true) : onClose());
  const start = useMemo(() => startOf(booking), [booking]);
  return (
    <>
      <BookFrame over={over} hidden={hidden} titleId={id} asked={booking} onClose={close}>
        <Box sx={head}>
          <Typography variant="h2" id={id}>
            Book an appointment
          </Typography>
          <IconButton aria-label="Close" onClick={close}>
            <Close />
          </IconButton>
        </Box>
        <ScheduleForm
          timeZone={timeZone}
          patientId={booking.entry ? undefined : patientId}
          start={start}
          withNewPatient={!booking.entry}
          day={day}
          More={RoomAndTimes}
          onBooked={onBooked}
        />
      </BookFrame>
      <ConfirmDialog
        open={leaving}
        question="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
      />
    </>
  );
}

const head = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 60,
  mx: -2,
  px: 2,
  mb: 1,
  bgcolor: 'background.paper',
} as const;

/** What the form begins with: the place that was pressed, and what somebody waits for. */
function startOf({ slot, entry }: Booking) {
  const provider = slot ? slot.column : entry?.provider_id;
  return {
    ...(slot && { appointment_time: slot.start }),
    ...(provider !== undefined &&
      provider !== null &&
      provider !== anyProvider && { provider_id: String(provider) }),
    ...(entry && { service: entry.service }),
    ...(entry &&
      entry.patient_id !== null && {
        patient_id: { id: entry.patient_id, name: `${entry.first_name} ${entry.last_name}` },
      }),
  };
}

/** The question about coverage, once it is known who books. */
function CoverageAsked({ control }: Pick<MoreFields, 'control'>) {
  const patient = useWatch({ control, name: 'patient_id' });
  return patient && <Coverage key={patient.id} patientId={patient.id} />;
}

function RoomAndTimes({ day, ...form }: MoreFields) {
  return (
    <>
      <CoverageAsked control={form.control} />
      <ResourceSelect control={form.control} />
      <SeriesFields {...form} />
      <FreeTimes {...form} day={day} />
    </>
  );
}

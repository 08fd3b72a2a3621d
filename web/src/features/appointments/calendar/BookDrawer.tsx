import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';

import type { WaitlistEntry } from '@/api/generated';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
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
  /** Where the calendar was pressed; nothing where the button was. */
  slot: Slot | undefined;
  /** Who waits for a time, and for what. */
  entry: WaitlistEntry | undefined;
  patientId: number | undefined;
  onBooked: () => void;
  onClose: () => void;
}

/** The form that books, beside the calendar, with the time and the provider of the place that was pressed. */
export function BookDrawer({ timeZone, day, slot, entry, patientId, onBooked, onClose }: Props) {
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const close = () => (hasUnsavedWork() ? setLeaving(true) : onClose());
  const [More] = useState(() => (form: MoreFields) => <RoomAndTimes {...form} day={day} />);
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          'aria-modal': true,
          sx: { width: { xs: '100%', sm: 400 }, p: 2 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h2" id={id}>
          Book an appointment
        </Typography>
        <IconButton aria-label="Close" onClick={close}>
          <Close />
        </IconButton>
      </Box>
      <ScheduleForm
        timeZone={timeZone}
        patientId={patientId}
        start={startOf(slot, entry)}
        withNewPatient={!entry}
        More={More}
        onBooked={onBooked}
      />
      <ConfirmDialog
        open={leaving}
        question="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
      />
    </Drawer>
  );
}

/** What the form begins with: the place that was pressed, and what somebody waits for. */
function startOf(slot: Slot | undefined, entry: WaitlistEntry | undefined) {
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

function RoomAndTimes({ day, ...form }: MoreFields & { day: string }) {
  return (
    <>
      <CoverageAsked control={form.control} />
      <ResourceSelect control={form.control} />
      <SeriesFields {...form} />
      <FreeTimes {...form} day={day} />
    </>
  );
}

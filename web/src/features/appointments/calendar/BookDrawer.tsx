import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import { ConfirmDialog } from '@/components/ConfirmDialog';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import { FreeTimes } from '@/features/appointments/calendar/FreeTimes';
import { ResourceSelect } from '@/features/appointments/calendar/ResourceSelect';
import { ScheduleForm, type MoreFields } from '@/features/appointments/ScheduleForm';
import { hasUnsavedWork } from '@/lib/unsavedWork';

interface Props {
  timeZone: string;
  /** Where the calendar was pressed; nothing where the button was. */
  slot: Slot | undefined;
  patientId: number | undefined;
  onClose: () => void;
}

/** The form that books, beside the calendar, with the time and the provider of the place that was pressed. */
export function BookDrawer({ timeZone, slot, patientId, onClose }: Props) {
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const close = () => (hasUnsavedWork() ? setLeaving(true) : onClose());
  const start = slot && { appointment_time: slot.start, provider_id: slot.column === undefined || slot.column === anyProvider ? '' : slot.column };
  return (
    <Drawer open anchor="right" onClose={close} slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, 'aria-modal': true, sx: { width: { xs: '100%', sm: 400 }, p: 2 } } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 2 }}>
        <Typography variant="h2" id={id}>Book an appointment</Typography>
        <IconButton aria-label="Close" onClick={close}><Close /></IconButton>
      </Box>
      <ScheduleForm timeZone={timeZone} patientId={patientId} start={start} withNewPatient More={RoomAndTimes} onBooked={onClose} />
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

function RoomAndTimes(form: MoreFields) {
  return (
    <>
      <ResourceSelect control={form.control} />
      <FreeTimes {...form} />
    </>
  );
}

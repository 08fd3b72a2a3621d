import { useState } from 'react';

import { FormDialog } from '@/components/FormDialog';
import { TextInput } from '@/components/TextInput';
import { patientName } from '@/features/appointments/patientName';
import { LaterVisits } from '@/features/appointments/calendar/LaterVisits';
import { NotifyPatient } from '@/features/appointments/calendar/NotifyPatient';
import { useStatus } from '@/features/appointments/calendar/useStatus';
import type { Tell } from '@/features/appointments/calendar/tell';
import type { Visit } from '@/features/appointments/calendar/visit';
import { formatInstant } from '@/lib/dates';
import { longestText } from '@/lib/formRules';

interface Props {
  visit: Visit;
  timeZone: string;
  onCancelled: () => void;
  onClose: () => void;
}

/** Cancels an appointment, with the reason, which its history shows. */
export function CancelDialog({ visit, timeZone, onCancelled, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [tell, setTell] = useState<Tell>(true);
  const [later, setLater] = useState(false);
  const [alert, setAlert] = useState<string>();
  const { set, isLoading } = useStatus();
  const missing = reason.trim() === '';

  const save = async () => {
    setSubmitted(true);
    setAlert(undefined);
    if (missing) return;
    const failure = await set(visit, 'Cancelled', { reason: reason.trim(), tell, later });
    if (failure)
      setAlert(
        `Not cancelled. ${failure.fields['reason'] ? `The reason ${failure.fields['reason']}.` : failure.message}`,
      );
    else {
      onCancelled();
      onClose();
    }
  };

  return (
    <FormDialog
      open
      title={`Cancel ${patientName(visit)}?`}
      submitLabel="Cancel the visit"
      cancelLabel="Keep the visit"
      danger
      submitting={isLoading}
      dirty={reason !== ''}
      error={alert}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{`${visit.service}, ${formatInstant(visit.starts_at, timeZone)}. The time is free for others at once.`}</p>
      <TextInput
        label="Reason"
        required
        autoFocus
        autoComplete="off"
        value={reason}
        maxLength={longestText}
        error={submitted && missing ? 'Reason is required' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <LaterVisits
        visit={visit.id}
        timeZone={timeZone}
        chosen={later}
        told={tell !== false && 'cancelled'}
        onChoose={setLater}
      />
      <NotifyPatient
        visit={visit.id}
        about="cancelled"
        timeZone={timeZone}
        tell={tell}
        onTell={setTell}
      />
    </FormDialog>
  );
}

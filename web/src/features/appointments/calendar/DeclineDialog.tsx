import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useDeclineRequestMutation } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { TextInput } from '@/components/TextInput';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { formatInstant } from '@/lib/dates';
import { longestText } from '@/lib/formRules';
import { useNotify } from '@/lib/notices';

interface Props {
  visit: Visit;
  timeZone: string;
  onClose: () => void;
}

/** Declines an online request, with the reason, which its history shows. */
export function DeclineDialog({ visit, timeZone, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [alert, setAlert] = useState<string>();
  const [decline, { isLoading }] = useDeclineRequestMutation();
  const notify = useNotify('request');
  const missing = reason.trim() === '';

  const save = async () => {
    setSubmitted(true);
    setAlert(undefined);
    if (missing) return;
    try {
      await decline({
        id: visit.id,
        'If-Match': String(visit.version),
        declineRequest: { reason: reason.trim() },
      }).unwrap();
      notify({
        tone: 'success',
        text: `The request of ${patientName(visit)} is declined. The client is told.`,
      });
      onClose();
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      setAlert(`Not declined. ${fields['reason'] ? `The reason ${fields['reason']}.` : message}`);
    }
  };

  return (
    <FormDialog
      open
      title={`Decline the request of ${patientName(visit)}?`}
      submitLabel="Decline the request"
      cancelLabel="Keep the request"
      danger
      submitting={isLoading}
      dirty={reason !== ''}
      error={alert}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{`${visit.service}, ${formatInstant(visit.starts_at, timeZone)}. The client is told that this time cannot be offered, and how to choose another one.`}</p>
      <TextInput
        label="Reason"
        required
        autoFocus
        autoComplete="off"
        value={reason}
        maxLength={longestText}
        hint="For your own history; the client does not read it."
        error={submitted && missing ? 'Reason is required' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

import Alert from '@mui/material/Alert';

import { asFailure } from '@/api/failure';
import {
  useConfirmPatientEmailMutation,
  type MailStopReason,
  type PatientRecord,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { useNotify } from '@/lib/notices';

const words: Record<MailStopReason, string> = {
  returned: 'Mail to this address came back, so no more is sent.',
  complained: 'A mail to this address was reported as unwanted, so no more is sent.',
};

/** Shows on top of a record that its e-mail address gets no mail and why. Members who may change the record confirm the address here. */
export function MailStoppedNotice({ patient }: { patient: PatientRecord }) {
  const { may } = usePermissions();
  const [confirm, { isLoading }] = useConfirmPatientEmailMutation();
  const notify = useNotify('patient');
  const reason = patient.contact?.mail_stopped;
  if (!reason || !patient.email) return null;
  const right = async () => {
    try {
      await confirm(patient.id).unwrap();
      notify({ tone: 'success', text: `Mail is sent to ${patient.email} again.` });
    } catch (thrown) {
      notify({ tone: 'error', text: `Not confirmed. ${asFailure(thrown).message}` });
    }
  };
  return (
    <Alert
      severity="warning"
      action={
        may('patient.update') && (
          <Button color="inherit" loading={isLoading} onClick={() => void right()}>
            The address is right
          </Button>
        )
      }
    >
      {`${patient.email}: ${words[reason]} Ask the patient, then change the address or confirm it.`}
    </Alert>
  );
}

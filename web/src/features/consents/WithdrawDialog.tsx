import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useWithdrawConsentMutation, type Consent } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { TextArea } from '@/components/TextArea';
import { useNotify } from '@/lib/notices';

/** The patient takes a signed consent back, which the form promises. What was signed stays on the record. */
export function WithdrawDialog({
  consent: { id, template_name },
  onClose,
}: {
  consent: Consent;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [withdraw, { isLoading }] = useWithdrawConsentMutation();
  const notify = useNotify(`withdraw consent ${id}`);

  const save = async () => {
    setProblem(undefined);
    setMissing(reason.trim() === '' ? 'Please write why, in the patient’s words.' : undefined);
    if (reason.trim() === '') return;
    try {
      await withdraw({ id, withdrawConsent: { reason } }).unwrap();
      notify({ tone: 'success', text: `${template_name} is withdrawn.` });
      onClose();
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      const refused = fields['reason'];
      setMissing(refused && `The reason ${refused}.`);
      setProblem(refused ? 'Not saved yet.' : `Not saved yet. ${message}`);
    }
  };

  return (
    <FormDialog
      open
      title={`Withdraw ${template_name}?`}
      submitLabel="Withdraw"
      submitting={isLoading}
      dirty={reason !== ''}
      error={problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>
        Use this when the patient takes the consent back. The signed consent stays on the record as
        it is, and no longer counts for future treatments.
      </p>
      <TextArea
        label="Why the patient withdraws it"
        value={reason}
        error={missing}
        minRows={2}
        required
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

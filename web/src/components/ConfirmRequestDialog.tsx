import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { useNotify } from '@/lib/notices';

interface Props {
  question: string;
  /** The consequence of confirming. */
  detail: string;
  confirmLabel: string;
  /** Rejects with the failure. Without `success` it resolves to the notice. */
  request: () => Promise<unknown>;
  /** The notice once it is done. */
  success?: string | undefined;
  /** Undoes it, where that is possible. */
  undo?: (() => unknown) | undefined;
  /** How the failure's sentence begins in the dialog: 'Not deleted.' */
  failurePrefix: string;
  /** The notice of a failure, where the specification has words for it. */
  failureNotice?: string;
  onClose: () => void;
}

/** A ConfirmDialog that sends the confirmed request itself. A failure stays in the dialog with its reason, and can be tried again. */
export function ConfirmRequestDialog({
  question,
  detail,
  confirmLabel,
  request,
  success,
  undo,
  failurePrefix,
  failureNotice,
  onClose,
}: Props) {
  const notify = useNotify(question);
  const withReauthentication = useReauthentication();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const confirm = async () => {
    setBusy(true);
    setFailure('');
    try {
      const answer = await withReauthentication(request);
      notify({ tone: 'success', text: success ?? String(answer), undo });
      onClose();
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      setFailure(`${failurePrefix} ${message}`);
      setBusy(false);
      if (failureNotice && code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: failureNotice });
    }
  };

  return (
    <ConfirmDialog
      open
      question={question}
      detail={
        <>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{detail}</Typography>
          {failure && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {failure}
            </Alert>
          )}
        </>
      }
      confirmLabel={confirmLabel}
      onConfirm={() => void confirm()}
      onClose={onClose}
      busy={busy}
    />
  );
}

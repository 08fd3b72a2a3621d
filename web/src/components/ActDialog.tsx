import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useNotify } from '@/lib/notices';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { proofCancelled, useProved } from '@/components/useProved';

interface Props {
  question: string;
  /** What follows from a yes. */
  detail: string;
  confirmLabel: string;
  /** Does it; rejects with the failure. */
  act: () => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
  /** How a refusal begins. */
  refused: string;
  /** What is said of a failure besides its reason: the specification's words. */
  failed?: string;
  onClose: () => void;
}

/** Asks, does it, and closes; a refusal stays on the screen with its reason, and it can be tried again. */
export function ActDialog({ question, detail, confirmLabel, act, done, refused, failed, onClose }: Props) {
  const notify = useNotify(question);
  const withProof = useProved();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');

  const confirm = async () => {
    setBusy(true);
    setRefusal('');
    try {
      await withProof(act);
      notify({ tone: 'success', text: done });
      onClose();
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      setRefusal(`${refused} ${message}`);
      setBusy(false);
      if (failed && code !== proofCancelled.code) notify({ tone: 'error', text: failed });
    }
  };

  return (
    <ConfirmDialog
      open
      question={question}
      detail={
        <>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{detail}</Typography>
          {refusal && <Alert severity="error" sx={{ mt: 2 }}>{refusal}</Alert>}
        </>
      }
      confirmLabel={confirmLabel}
      onConfirm={() => void confirm()}
      onClose={onClose}
      busy={busy}
    />
  );
}

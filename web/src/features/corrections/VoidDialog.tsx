import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import type { NewVoid } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { FormSignature } from '@/components/signature/FormSignature';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { voidForm } from '@/features/corrections/addendumForm';
import { notSaved } from '@/features/corrections/notSaved';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  what: 'exam' | 'treatment' | 'estimate';
  /** The record: 'Botox, Feb 10, 2026'. */
  of: string;
  /** The consequence of the void. */
  detail: string;
  /** Rejects with the failure. */
  request: (signed: NewVoid) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why a record is to be voided, which cannot be undone, and voids it with the signature of who does it. */
export function VoidDialog({ what, of, detail, request, onClose }: Props) {
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(voidForm), defaultValues: { reason: '', signature: '' } });
  const [problem, setProblem] = useState<string>();
  const withReauthentication = useReauthentication();
  const ownName = useOwnName();
  const notify = useNotify(`void ${of}`);

  const save = handleSubmit(async (signed) => {
    setProblem(undefined);
    try {
      await withReauthentication(() => request(signed));
      notify({ tone: 'success', text: `The ${what} was voided.` });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === reauthenticationCancelled.code) return;
      console.error(`Voiding the ${what} failed`, failure);
      setProblem(notSaved(applyServerErrors(failure, setError, ['reason', 'signature'])));
    }
  });

  return (
    <FormDialog
      open
      title={`Void this ${what}?`}
      submitLabel={`Void ${what}`}
      danger
      onSubmit={save}
      onClose={onClose}
      submitting={isSubmitting}
      dirty={isDirty}
      error={problem}
    >
      <Typography>{`${of}. ${detail} This cannot be undone.`}</Typography>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        hint="Everybody who reads the record sees it"
        autoComplete="off"
        required
        autoFocus
      />
      <FormSignature
        control={control}
        name="signature"
        label="Signature"
        height={120}
        signer={ownName}
        disabled={isSubmitting}
      />
    </FormDialog>
  );
}

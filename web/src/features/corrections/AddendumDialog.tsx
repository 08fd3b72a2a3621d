import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import type { NewAddendum } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { FormSignature } from '@/components/signature/FormSignature';
import { addendumFields, addendumForm, blankAddendum } from '@/features/corrections/addendumForm';
import { notSaved } from '@/features/corrections/notSaved';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  /** The record: 'Botox, Feb 10, 2026'. */
  of: string;
  /** Rejects with the failure. */
  add: (addendum: NewAddendum) => Promise<unknown>;
  onClose: () => void;
}

/** Adds to a signed record what was left out of it, with a signature. A failure keeps everything typed and drawn. */
export function AddendumDialog({ of, add, onClose }: Props) {
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(addendumForm), defaultValues: blankAddendum });
  const [problem, setProblem] = useState<string>();
  const ownName = useOwnName();
  const notify = useNotify(`addendum to ${of}`);

  const save = handleSubmit(async (addendum) => {
    setProblem(undefined);
    try {
      await add(addendum);
      notify({ tone: 'success', text: 'Addendum added.' });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Adding the addendum failed', failure);
      setProblem(notSaved(applyServerErrors(failure, setError, addendumFields)));
    }
  });

  return (
    <FormDialog
      open
      title="Add addendum"
      submitLabel="Sign and add"
      onSubmit={save}
      onClose={onClose}
      submitting={isSubmitting}
      dirty={isDirty}
      error={problem}
    >
      <Typography color="textSecondary">{`An addendum to ${of}. The signed record stays as it is; the addendum is shown below it.`}</Typography>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        hint="Such as “Left out” or “Result came later”"
        autoComplete="off"
        required
        autoFocus
      />
      <FormArea control={control} name="text" label="Addendum" minRows={4} maxRows={14} required />
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

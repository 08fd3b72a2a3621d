import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { asFailure } from '@/api/failure';
import { useReverseLoyaltyEntryMutation, type LoyaltyEntry } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { entryTitle, signed } from '@/features/loyalty/entryWords';
import { requiredText } from '@/lib/formRules';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

const reverseForm = z.object({ reason: requiredText('Reason') });

/** Takes an entry back by another one, with a reason. */
export function ReverseDialog({ entry, onClose }: { entry: LoyaltyEntry; onClose: () => void }) {
  const [reverse] = useReverseLoyaltyEntryMutation();
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(reverseForm), defaultValues: { reason: '' } });
  const [problem, setProblem] = useState<string>();
  const notify = useNotify();

  const submit = handleSubmit(async (reverseEntry) => {
    setProblem(undefined);
    try {
      await reverse({ id: entry.id, reverseEntry }).unwrap();
      notify({ tone: 'success', text: 'The entry was taken back.' });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Taking the entry back failed', failure);
      const reason = applyServerErrors(failure, setError, ['reason']);
      if (reason !== undefined) setProblem(`Not saved yet. ${reason}`);
    }
  });

  return (
    <FormDialog
      open
      title="Take this entry back?"
      submitLabel="Take back"
      submitting={isSubmitting}
      error={problem}
      dirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{`${entryTitle(entry)}, ${signed(entry.points)}. The entry stays on the statement; another one with the opposite points follows it.`}</Typography>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        autoComplete="off"
        required
        autoFocus
      />
    </FormDialog>
  );
}

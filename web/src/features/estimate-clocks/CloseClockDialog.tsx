import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useCloseEstimateClockMutation, type EstimateClock } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { causeWords } from '@/features/estimate-clocks/clockWords';
import { formatDate } from '@/lib/dates';
import { requiredText } from '@/lib/formRules';

const closeForm = z.object({ reason: requiredText('Reason') });

type CloseForm = z.infer<typeof closeForm>;

/** Says why an estimate is not owed any more, although none was issued here. */
export function CloseClockDialog({
  clock,
  onClose,
}: {
  clock: EstimateClock;
  onClose: () => void;
}) {
  const form = useForm<CloseForm>({
    resolver: zodResolver(closeForm),
    defaultValues: { reason: '' },
  });
  const [close] = useCloseEstimateClockMutation();
  const { save, saving, notSaved } = useSaveForm<CloseForm>({
    form,
    what: 'That an estimate is not owed any more',
    fields: ['reason'],
    send: async (typed) => {
      await close({ id: clock.id, clockClosing: typed }).unwrap();
      return { text: 'The estimate is not owed any more.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Close without issuing"
      submitLabel="Close"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${clock.patient_name}: ${causeWords[clock.cause].toLowerCase()}, due ${formatDate(clock.due_on)}. The entry stays in the list with the reason and your name.`}</Typography>
      <FormText
        control={form.control}
        name="reason"
        label="Reason"
        hint="Such as “Given on paper at the other office”"
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

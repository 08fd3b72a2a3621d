import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useReportHealthChangeMutation } from '@/api/generated';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { useSaveForm } from '@/components/useSaveForm';
import { longestNotes, requiredText } from '@/lib/formRules';

const changeForm = z.object({ details: requiredText('What has changed', longestNotes) });

type ChangeForm = z.infer<typeof changeForm>;

/** Writes down what the patient says has changed since the exam. */
export function HealthChangeDialog({
  patientId,
  onClose,
}: {
  patientId: number;
  onClose: () => void;
}) {
  const form = useForm<ChangeForm>({
    resolver: zodResolver(changeForm),
    defaultValues: { details: '' },
  });
  const [report] = useReportHealthChangeMutation();
  const { save, saving, notSaved } = useSaveForm<ChangeForm>({
    form,
    what: 'What has changed',
    fields: ['details'],
    send: async (typed) => {
      await report({ id: patientId, newHealthChange: typed }).unwrap();
      return { text: 'The exam is open again.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="What has changed"
      submitLabel="Open the exam again"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        The clearances of the exam no longer count until a new exam is signed. What you write stays
        in the record.
      </Typography>
      <FormArea
        control={form.control}
        name="details"
        label="What has changed"
        minRows={3}
        required
      />
    </FormDialog>
  );
}

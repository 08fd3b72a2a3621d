import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useCorrectAdverseEventMutation, type AdverseEvent, type Severity } from '@/api/generated';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { choices, kindWords, severityWords } from '@/features/adverse-events/eventWords';
import { formatDate } from '@/lib/dates';
import { longestNotes, requiredText } from '@/lib/formRules';

const correctionForm = z.object({
  reason: requiredText('Reason'),
  text: requiredText('What is right', longestNotes),
  severity: z.string(),
});

type CorrectionForm = z.infer<typeof correctionForm>;

/** Adds what is wrong in a report, which itself stays as it is. */
export function CorrectionDialog({ event, onClose }: { event: AdverseEvent; onClose: () => void }) {
  const form = useForm<CorrectionForm>({
    resolver: zodResolver(correctionForm),
    defaultValues: { reason: '', text: '', severity: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [correct] = useCorrectAdverseEventMutation();
  const { save, saving, notSaved } = useSaveForm<CorrectionForm>({
    form,
    what: 'The correction of an adverse event',
    fields: ['reason', 'text', 'severity'],
    send: async ({ severity, ...typed }) => {
      await correct({
        id: event.id,
        adverseEventCorrection: {
          ...typed,
          severity: severity === '' ? null : (severity as Severity),
        },
      }).unwrap();
      return { text: 'The correction is added.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Correct an adverse event"
      submitLabel="Add correction"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${kindWords[event.kind]}, began ${formatDate(event.began_on)}. The report stays as it is; the correction is shown below it.`}</Typography>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        hint="Such as “Wrong side”"
        autoComplete="off"
        required
      />
      <FormArea
        control={control}
        name="text"
        label="What is right"
        minRows={3}
        maxRows={10}
        required
      />
      <FormSelect
        control={control}
        name="severity"
        label="Severity"
        placeholder={`As it is: ${severityWords[event.severity]}`}
        options={choices(severityWords)}
      />
    </FormDialog>
  );
}

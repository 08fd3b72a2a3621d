import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useResubmitTreatmentMutation, type Returned } from '@/api/generated';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { useSaveForm } from '@/components/useSaveForm';
import { ReturnNote } from '@/features/review/ReturnNote';
import { longestNotes, requiredText } from '@/lib/formRules';

const answerForm = z.object({ answer: requiredText('Answer', longestNotes) });
type AnswerForm = z.infer<typeof answerForm>;

interface Props {
  treatment: number;
  returned: Returned;
  zone: string;
  onClose: () => void;
}

/** The provider answers a director's comment; the treatment waits for a director again. */
export function AnswerDialog({ treatment, returned, zone, onClose }: Props) {
  const form = useForm<AnswerForm>({
    resolver: zodResolver(answerForm),
    defaultValues: { answer: '' },
  });
  const [resubmit] = useResubmitTreatmentMutation();
  const { save, saving, notSaved } = useSaveForm<AnswerForm>({
    form,
    what: 'The answer',
    fields: ['answer'],
    send: async (typed) => {
      await resubmit({ id: treatment, resubmission: typed }).unwrap();
      return { text: 'Answered. The treatment waits for a director again.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Answer and resubmit"
      submitLabel="Resubmit"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <ReturnNote returned={returned} zone={zone} />
      <FormArea
        control={form.control}
        name="answer"
        label="Answer"
        required
        minRows={3}
        maxRows={10}
        hint="Your answer is kept in the chart. Add what the record lacks as an addendum: a signed record never changes."
      />
    </FormDialog>
  );
}

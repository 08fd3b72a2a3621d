import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useMarkChartNotNeededMutation, useUnmarkChartNotNeededMutation } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { requiredText } from '@/lib/formRules';

const noChartForm = z.object({ reason: requiredText('Reason') });

type NoChartForm = z.infer<typeof noChartForm>;

interface Props {
  visit: number;
  /** 'Amelia Hart, Consultation': whose visit it was. */
  of: string;
  onClose: () => void;
}

/** Says why a completed visit needs no chart; it is then no longer on Today. */
export function NoChartDialog({ visit, of, onClose }: Props) {
  const form = useForm<NoChartForm>({
    resolver: zodResolver(noChartForm),
    defaultValues: { reason: '' },
  });
  const [mark] = useMarkChartNotNeededMutation();
  const [unmark] = useUnmarkChartNotNeededMutation();
  const { save, saving, notSaved } = useSaveForm<NoChartForm>({
    form,
    what: 'That a visit needs no chart',
    fields: ['reason'],
    send: async (typed) => {
      await mark({ id: visit, noChart: typed }).unwrap();
      return { text: 'The visit needs no chart.', undo: () => unmark(visit).unwrap() };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="No chart needed"
      submitLabel="Save"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${of}. The reason stays with the visit, and the activity log says who gave it.`}</Typography>
      <FormText
        control={form.control}
        name="reason"
        label="Reason"
        hint="Such as “Bought a cream”"
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

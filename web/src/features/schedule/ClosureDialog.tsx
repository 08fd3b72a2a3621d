import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useAddClosureMutation } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { isPlausibleDate } from '@/lib/dates';
import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const closureForm = z
  .object({
    first_date: z.string().check(z.refine(isPlausibleDate, messages.date)),
    last_date: z
      .string()
      .check(z.refine((day) => day === '' || isPlausibleDate(day), messages.date)),
    reason: requiredText('Reason'),
  })
  .check(
    z.refine(({ first_date, last_date }) => last_date === '' || last_date >= first_date, {
      error: 'Enter the same day, or a later one.',
      path: ['last_date'],
    }),
  );

type ClosureForm = z.infer<typeof closureForm>;

/** Closes the clinic for a day, or for some days. */
export function ClosureDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<ClosureForm>({
    resolver: zodResolver(closureForm),
    defaultValues: { first_date: '', last_date: '', reason: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [add] = useAddClosureMutation();
  const { save, saving, notSaved } = useSaveForm<ClosureForm>({
    form,
    what: 'The schedule',
    fields: ['first_date', 'last_date', 'reason'],
    send: async (typed) => {
      await add({ ...typed, last_date: typed.last_date || typed.first_date }).unwrap();
      return { text: `${typed.reason} added. Appointments on these days stay booked.` };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Closed days"
      submitLabel="Add closed days"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        <FormText control={control} name="first_date" label="First day" type="date" required />
        <FormText
          control={control}
          name="last_date"
          label="Last day"
          type="date"
          hint="Empty for one day."
        />
      </Box>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        required
        autoComplete="off"
        hint="The calendar shows it, such as Thanksgiving."
      />
    </FormDialog>
  );
}

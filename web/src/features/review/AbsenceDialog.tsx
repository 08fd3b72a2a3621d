import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useAddAbsenceMutation, type Director } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { isPlausibleDate } from '@/lib/dates';
import { messages } from '@/lib/validation';

const absenceForm = z
  .object({
    director_id: z.string().check(z.minLength(1, messages.required('Director'))),
    alternate_id: z.string().check(z.minLength(1, messages.required('In their place'))),
    from_day: z.string().check(z.refine(isPlausibleDate, messages.date)),
    to_day: z.string().check(z.refine((day) => day === '' || isPlausibleDate(day), messages.date)),
  })
  .check(
    z.refine(({ from_day, to_day }) => to_day === '' || to_day >= from_day, {
      error: 'Enter the same day, or a later one.',
      path: ['to_day'],
    }),
    z.refine(
      ({ director_id, alternate_id }) => director_id === '' || director_id !== alternate_id,
      { error: 'Choose somebody else.', path: ['alternate_id'] },
    ),
  );

type AbsenceForm = z.infer<typeof absenceForm>;

/** Notes that a director will be away, and who reviews in their place. */
export function AbsenceDialog({
  directors,
  onClose,
}: {
  directors: readonly Director[];
  onClose: () => void;
}) {
  const member = useSession()?.member.id;
  const own = directors.find(({ id }) => id === member);
  const form = useForm<AbsenceForm>({
    resolver: zodResolver(absenceForm),
    defaultValues: {
      director_id: own ? String(own.id) : '',
      alternate_id: '',
      from_day: '',
      to_day: '',
    },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [add] = useAddAbsenceMutation();
  const options = directors.map(({ id, name }) => ({ value: String(id), label: name }));
  const { save, saving, notSaved } = useSaveForm<AbsenceForm>({
    form,
    what: 'The absence',
    fields: ['director_id', 'alternate_id', 'from_day', 'to_day'],
    send: async ({ director_id, alternate_id, from_day, to_day }) => {
      const added = await add({
        director_id: Number(director_id),
        alternate_id: Number(alternate_id),
        from_day,
        to_day: to_day || from_day,
      }).unwrap();
      return { text: `${added.alternate_name} reviews in the place of ${added.director_name}.` };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Absence of a director"
      submitLabel="Add the absence"
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
        <FormSelect
          control={control}
          name="director_id"
          label="Director"
          placeholder="Choose"
          required
          options={options}
        />
        <FormSelect
          control={control}
          name="alternate_id"
          label="In their place"
          placeholder="Choose"
          required
          options={options}
        />
        <FormText control={control} name="from_day" label="First day" type="date" required />
        <FormText
          control={control}
          name="to_day"
          label="Last day"
          type="date"
          hint="Empty for one day."
        />
      </Box>
    </FormDialog>
  );
}

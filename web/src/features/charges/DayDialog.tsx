import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useNoteFirstBillMutation, useOpenChargeDisputeMutation } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { isPlausibleDate, today as todayIn } from '@/lib/dates';
import { longestNotes, optionalText, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const dayForm = (today: string, disputes: boolean) =>
  z.object({
    day: z.string().check(
      z.refine(isPlausibleDate, messages.date),
      z.refine((day) => day <= today, 'Enter today, or an earlier day'),
    ),
    note: disputes ? requiredText('Note', longestNotes) : optionalText(),
  });

type DayForm = z.infer<ReturnType<typeof dayForm>>;

/** Notes when a visit was billed first, or that the client disputes its charges. */
export function DayDialog({
  visitId,
  act,
  onClose,
}: {
  visitId: number;
  act: 'bill' | 'dispute';
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const [today] = useState(() => todayIn(zone));
  const disputes = act === 'dispute';
  const form = useForm<DayForm>({
    resolver: zodResolver(dayForm(today, disputes)),
    defaultValues: { day: today, note: '' },
  });
  const [bill] = useNoteFirstBillMutation();
  const [dispute] = useOpenChargeDisputeMutation();
  const { save, saving, notSaved } = useSaveForm<DayForm>({
    form,
    what: disputes ? 'A dispute of charges' : 'The first bill of a visit',
    fields: ['day', 'note'],
    send: async ({ day, note }) => {
      if (disputes) await dispute({ id: visitId, newDispute: { disputed_on: day, note } }).unwrap();
      else await bill({ id: visitId, firstBill: { billed_on: day } }).unwrap();
      return {
        text: disputes
          ? 'The dispute is noted. The charges of the visit are frozen.'
          : 'The first bill is noted.',
      };
    },
    onSaved: onClose,
  });
  const detail = disputes
    ? 'Until the dispute is closed, nothing is charged or voided at this visit.'
    : 'The client may dispute the bill for 120 days from this day on. The day is noted once.';
  return (
    <FormDialog
      open
      title={disputes ? 'The client disputes the charges' : 'First bill of the visit'}
      submitLabel="Save"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{detail}</Typography>
      <FormText
        control={form.control}
        name="day"
        label={disputes ? 'Disputed on' : 'Billed on'}
        type="date"
        max={today}
        required
      />
      {disputes && (
        <FormArea
          control={form.control}
          name="note"
          label="Note"
          minRows={3}
          maxRows={10}
          required
        />
      )}
    </FormDialog>
  );
}

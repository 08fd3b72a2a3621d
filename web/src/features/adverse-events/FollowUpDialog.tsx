import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import {
  useFollowUpAdverseEventMutation,
  type AdverseEvent,
  type AdverseEventStatus,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { choices, isOver, kindWords, statusWords } from '@/features/adverse-events/eventWords';
import { nextDay } from '@/features/adverse-events/reportForm';
import { formatDate, today as todayIn } from '@/lib/dates';
import { longestNotes, requiredText } from '@/lib/formRules';

const followUpForm = (today: string) =>
  z.object({
    status: z.string(),
    text: requiredText('What was seen', longestNotes),
    follow_up_on: nextDay(today),
  });

type FollowUpForm = z.infer<ReturnType<typeof followUpForm>>;

/** Writes a follow-up of an adverse event, or closes it. */
export function FollowUpDialog({ event, onClose }: { event: AdverseEvent; onClose: () => void }) {
  const zone = useTimeZone();
  const [today] = useState(() => todayIn(zone));
  const form = useForm<FollowUpForm>({
    resolver: zodResolver(followUpForm(today)),
    defaultValues: { status: event.status, text: '', follow_up_on: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const over = isOver(useWatch({ control, name: 'status' }) as AdverseEventStatus);
  const [add] = useFollowUpAdverseEventMutation();
  const { save, saving, notSaved } = useSaveForm<FollowUpForm>({
    form,
    what: 'The follow-up of an adverse event',
    fields: ['status', 'text', 'follow_up_on'],
    send: async ({ status, text, follow_up_on }) => {
      await add({
        id: event.id,
        newAdverseEventFollowUp: {
          status: status as AdverseEventStatus,
          text,
          follow_up_on: over ? null : follow_up_on || null,
        },
      }).unwrap();
      return { text: over ? 'The adverse event is closed.' : 'The follow-up is added.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Follow-up of an adverse event"
      submitLabel={over ? 'Close the event' : 'Add follow-up'}
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${kindWords[event.kind]}, began ${formatDate(event.began_on)}. The entry stays as it is written, with your name and the time.`}</Typography>
      <FormSelect
        control={control}
        name="status"
        label="Status"
        required
        options={choices(statusWords)}
      />
      <FormArea
        control={control}
        name="text"
        label="What was seen"
        minRows={3}
        maxRows={10}
        required
      />
      {!over && (
        <FormText
          control={control}
          name="follow_up_on"
          label="Next follow-up"
          type="date"
          hint="The event is on Today from that day on"
        />
      )}
    </FormDialog>
  );
}

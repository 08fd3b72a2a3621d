import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { useChangeFollowUpMutation, useLazyListFollowUpsQuery, type FollowUp } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { followUpFields, followUpForm, fromFollowUp, toFollowUpChange, type FollowUpForm } from '@/features/follow-ups/followUpForm';
import { nameOf } from '@/features/follow-ups/useTick';
import { formatInstantDate } from '@/lib/dates';
import { mergeIntoForm } from '@/lib/mergeChanges';

interface Props {
  followUp: FollowUp;
  onClose: () => void;
}

/** Notes how a follow-up went. */
export function FollowUpDialog({ followUp, onClose }: Props) {
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(followUp);
  const form = useForm<FollowUpForm>({ resolver: zodResolver(followUpForm), defaultValues: fromFollowUp(followUp) });
  const { control, formState: { isDirty } } = form;
  const [change] = useChangeFollowUpMutation();
  const [load] = useLazyListFollowUpsQuery();
  const { save, saving, notSaved } = useSaveForm<FollowUpForm>({
    form,
    what: 'A follow-up',
    fields: followUpFields,
    send: async (typed) => {
      await change({ id: seen.id, 'If-Match': String(seen.version), followUpChange: toFollowUpChange(typed) }).unwrap();
      return { text: `The follow-up with ${nameOf(seen)} is saved.` };
    },
    loadTheirs: async () => {
      const lists = await Promise.all([load(false).unwrap(), load(true).unwrap()]);
      const theirs = lists.flat().find(({ id }) => id === seen.id) ?? seen;
      mergeIntoForm(form, fromFollowUp(seen), fromFollowUp(theirs), followUpFields);
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed it meanwhile. What you typed is still here: check it and save again.';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog open title={`Follow-up with ${nameOf(followUp)}`} submitLabel="Save" submitting={saving} dirty={isDirty} error={notSaved} onSubmit={save} onClose={onClose}>
      <Typography color="textSecondary">{`${seen.service}, ${formatInstantDate(seen.visited_at, timeZone)}${seen.phone === null ? '' : ` · ${seen.phone}`}`}</Typography>
      <FormText control={control} name="note" label="How it went" autoComplete="off" />
      <FormCheckbox control={control} name="done" label="It is done" />
    </FormDialog>
  );
}

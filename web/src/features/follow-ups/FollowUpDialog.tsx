import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useChangeFollowUpMutation,
  useLazyListFollowUpsQuery,
  type FollowUp,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import {
  followUpFields,
  followUpForm,
  fromFollowUp,
  toFollowUpChange,
  type FollowUpForm,
} from '@/features/follow-ups/followUpForm';
import { nameOf } from '@/features/follow-ups/useTick';
import { formatInstantDate } from '@/lib/dates';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';
import { formatPhone } from '@/lib/phone';

const labels = { note: 'How it went', done: 'The follow-up is done' } as const;

interface Props {
  followUp: FollowUp;
  onClose: () => void;
}

/** Notes how a follow-up went. */
export function FollowUpDialog({ followUp, onClose }: Props) {
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(followUp);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<FollowUpForm>({
    resolver: zodResolver(followUpForm),
    defaultValues: fromFollowUp(followUp),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [change] = useChangeFollowUpMutation();
  const [load] = useLazyListFollowUpsQuery();
  const { save, saving, notSaved } = useSaveForm<FollowUpForm>({
    form,
    what: 'A follow-up',
    fields: followUpFields,
    send: async (typed) => {
      await change({
        id: seen.id,
        'If-Match': String(seen.version),
        followUpChange: toFollowUpChange(typed),
      }).unwrap();
      return { text: `The follow-up with ${nameOf(seen)} is saved.` };
    },
    loadTheirs: async () => {
      const lists = await Promise.all([load(false).unwrap(), load(true).unwrap()]);
      const theirs = lists.flat().find(({ id }) => id === seen.id) ?? seen;
      setConflicts(
        mergeWithConflicts(form, fromFollowUp(seen), fromFollowUp(theirs), labels, conflicts),
      );
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed this follow-up meanwhile. What you typed is still here: check it and save again.';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title={`Follow-up with ${nameOf(followUp)}`}
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${seen.service}, ${formatInstantDate(seen.visited_at, timeZone)}${seen.phone === null ? '' : ` · ${formatPhone(seen.phone)}`}`}</Typography>
      <BothChanged form={form} conflicts={conflicts} />
      <FormText control={control} name="note" label={labels.note} autoComplete="off" />
      <FormCheckbox control={control} name="done" label={labels.done} />
    </FormDialog>
  );
}

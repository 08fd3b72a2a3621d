import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import {
  useLazyShowEstimateClockSettingsQuery,
  useListTeamQuery,
  useUpdateEstimateClockSettingsMutation,
  type EstimateClockSettings,
} from '@/api/generated';
import { FormChoices } from '@/components/FormChoices';
import { FormDialog } from '@/components/FormDialog';
import { useSaveForm } from '@/components/useSaveForm';

const mailedForm = z.object({
  member_ids: z.array(z.string()).check(z.maxLength(20, 'Choose at most 20')),
});

type MailedForm = z.infer<typeof mailedForm>;

const read = ({ members }: EstimateClockSettings): MailedForm => ({
  member_ids: members.map(({ id }) => String(id)),
});

/** Chooses who is mailed about estimates that are due. */
export function MailedMembersDialog({
  settings,
  onClose,
}: {
  settings: EstimateClockSettings;
  onClose: () => void;
}) {
  const [seen, setSeen] = useState(settings);
  const form = useForm<MailedForm>({
    resolver: zodResolver(mailedForm),
    defaultValues: read(settings),
  });
  const { data: team = [] } = useListTeamQuery();
  const [update] = useUpdateEstimateClockSettingsMutation();
  const [load] = useLazyShowEstimateClockSettingsQuery();
  const { save, saving, notSaved } = useSaveForm<MailedForm>({
    form,
    what: 'Who is mailed about estimates due',
    fields: ['member_ids'],
    send: async ({ member_ids }) => {
      await update({
        'If-Match': String(seen.version),
        newEstimateClockSettings: { member_ids: member_ids.map(Number) },
      }).unwrap();
      return { text: 'The members who are mailed are saved.' };
    },
    loadTheirs: async () => {
      const theirs = await load().unwrap();
      setSeen(theirs);
      return `Not saved yet. Somebody else has chosen meanwhile: ${theirs.members.map(({ name }) => name).join(', ') || 'the owner'}. Save again to keep what you chose.`;
    },
    onSaved: onClose,
  });
  const options = team
    .filter(({ status }) => status === 'active')
    .map(({ id, first_name, last_name }) => ({
      value: String(id),
      label: `${first_name} ${last_name}`,
    }));
  return (
    <FormDialog
      open
      title="Mail about estimates due"
      submitLabel="Save"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <FormChoices
        control={form.control}
        name="member_ids"
        label="Who is mailed"
        options={options}
        hint="If nobody is chosen, the owner is mailed"
      />
    </FormDialog>
  );
}

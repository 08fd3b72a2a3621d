import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useLazyShowClearanceSettingsQuery,
  useUpdateClearanceSettingsMutation,
  type ClearanceSettings,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormChoices } from '@/components/FormChoices';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { useSaveForm } from '@/components/useSaveForm';
import { credentialNames, credentials, unclearedWords } from '@/features/clearance/clearanceWords';
import {
  fromSettings,
  settingsFields,
  settingsForm,
  settingsLabels as labels,
  toSettings,
  type SettingsForm,
} from '@/features/clearance/clearanceForm';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';

interface Props {
  settings: ClearanceSettings;
  onClose: () => void;
}

const choices = credentials.map((value) => ({ value, label: credentialNames[value] }));
const consequences = (['block', 'warn'] as const).map((value) => ({
  value,
  label: unclearedWords[value],
}));

/** Who may sign exams, whether by video, and what happens to a treatment with an uncleared service. */
export function ClearanceSettingsDialog({ settings, onClose }: Props) {
  const [seen, setSeen] = useState(settings);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<SettingsForm>({
    resolver: zodResolver(settingsForm),
    defaultValues: fromSettings(settings),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [update] = useUpdateClearanceSettingsMutation();
  const [load] = useLazyShowClearanceSettingsQuery();
  const { save, saving, notSaved } = useSaveForm<SettingsForm>({
    form,
    what: 'The settings of exam clearance',
    fields: settingsFields,
    send: async (typed) => {
      await update({
        'If-Match': String(seen.version),
        newClearanceSettings: toSettings(typed),
      }).unwrap();
      return { text: 'The settings of exam clearance are saved.' };
    },
    loadTheirs: async () => {
      const theirs = await load().unwrap();
      const both = mergeWithConflicts(
        form,
        fromSettings(seen),
        fromSettings(theirs),
        labels,
        conflicts,
      );
      setConflicts(both);
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed the settings meanwhile; their changes are in the form now. Check it and save again.';
    },
    onSaved: onClose,
  });
  const inWords = (field: string, value: unknown) =>
    field === 'uncleared'
      ? consequences.find((one) => one.value === value)?.label
      : Array.isArray(value)
        ? value.join(', ')
        : undefined;
  return (
    <FormDialog
      open
      title="Exam clearance"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} inWords={inWords} />
      <FormChoices
        control={control}
        name="credentials"
        label={labels.credentials}
        options={choices}
        hint="Choose the credentials that the law of your state allows. Those chosen at first are allowed to prescribe in most states."
      />
      <FormCheckbox control={control} name="allows_video" label={labels.allows_video} />
      <FormSelect
        control={control}
        name="uncleared"
        label={labels.uncleared}
        options={consequences}
        required
      />
    </FormDialog>
  );
}

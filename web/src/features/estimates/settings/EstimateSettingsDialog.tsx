import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useLazyShowEstimateSettingsQuery,
  useUpdateEstimateSettingsMutation,
  type EstimateSettings,
} from '@/api/generated';
import { stateNames, states } from '@/api/states';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import {
  fromSettings,
  settingsFields,
  settingsForm,
  settingsLabels as labels,
  textFields,
  toSettings,
  type SettingsForm,
} from '@/features/estimates/settings/settingsForm';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';

interface Props {
  settings: EstimateSettings;
  onClose: () => void;
}

const stateOptions = states.map((value) => ({ value, label: stateNames[value] }));

/** What every estimate says about the clinic, and its legal texts. */
export function EstimateSettingsDialog({ settings, onClose }: Props) {
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
  const [update] = useUpdateEstimateSettingsMutation();
  const [load] = useLazyShowEstimateSettingsQuery();
  const { save, saving, notSaved } = useSaveForm<SettingsForm>({
    form,
    what: 'The settings of estimates',
    fields: settingsFields,
    send: async (typed) => {
      await update({
        'If-Match': String(seen.version),
        newEstimateSettings: toSettings(typed),
      }).unwrap();
      return { text: 'The settings of estimates are saved.' };
    },
    loadTheirs: async () => {
      const theirs = await load().unwrap();
      setConflicts(
        mergeWithConflicts(form, fromSettings(seen), fromSettings(theirs), labels, conflicts),
      );
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed the settings meanwhile; their changes are in the form now. Check it and save again.';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Good Faith Estimates"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
      maxWidth="md"
    >
      <BothChanged form={form} conflicts={conflicts} />
      <Box sx={wide}>
        <FormText
          control={control}
          name="npi"
          label={labels.npi}
          inputMode="numeric"
          autoComplete="off"
        />
        <FormText
          control={control}
          name="tin"
          label={labels.tin}
          autoComplete="off"
          hint="The business’s own, never a Social Security number"
        />
        <FormText control={control} name="address" label={labels.address} autoComplete="off" />
        <FormText control={control} name="city" label={labels.city} autoComplete="off" />
        <FormSelect
          control={control}
          name="state"
          label={labels.state}
          options={stateOptions}
          placeholder="None"
        />
        <FormText control={control} name="zip" label={labels.zip} autoComplete="off" />
        <FormText
          control={control}
          name="phone"
          label={labels.phone}
          type="tel"
          autoComplete="off"
        />
      </Box>
      <Alert
        severity="info"
        role="note"
      >{`${settings.legal_note} Wording of ${settings.legal_version}, after ${settings.legal_source}. Empty a text to return to the product’s own.`}</Alert>
      {textFields.map((name) => (
        <FormArea key={name} control={control} name={name} label={labels[name]} minRows={2} />
      ))}
    </FormDialog>
  );
}

const wide = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

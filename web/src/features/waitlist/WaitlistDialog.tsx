import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useController, useForm, useWatch, type Control } from 'react-hook-form';

import {
  useChangeWaitlistEntryMutation,
  useCreateWaitlistEntryMutation,
  useLazyListWaitlistQuery,
  useListProvidersQuery,
  type WaitlistEntry,
} from '@/api/generated';
import { FormChoices } from '@/components/FormChoices';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { PatientSearch } from '@/components/PatientSearch';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { useSaveForm } from '@/components/useSaveForm';
import {
  defaultService,
  useOfferedDefault,
  useServiceChoices,
  withCurrent,
} from '@/features/services';
import { nameOf, partsOfDay } from '@/features/waitlist/entryWords';
import {
  blankEntry,
  fromEntry,
  inOrder,
  toChange,
  toNewEntry,
  waitlistFields,
  waitlistForm,
  waitlistLabels,
  type WaitlistForm,
} from '@/features/waitlist/waitlistForm';
import { mergeChangedRow } from '@/lib/mergeChanges';
import { weekdays } from '@/lib/weekdays';

interface Props {
  /** The entry to change; absent for a new one. */
  entry?: WaitlistEntry | undefined;
  /** Who is to wait, where a record led here. */
  patient?: ChosenPatient | undefined;
  onClose: () => void;
}

const days = weekdays.map((label, index) => ({ value: String(index + 1), label }));
const parts = Object.entries(partsOfDay).map(([value, label]) => ({ value, label }));

/** Adds somebody to the waitlist, or changes what somebody waits for. */
export function WaitlistDialog({ entry, patient, onClose }: Props) {
  const [seen, setSeen] = useState(entry);
  const form = useForm<WaitlistForm>({
    resolver: zodResolver(waitlistForm),
    defaultValues: entry ? fromEntry(entry) : blankEntry(patient ?? null, defaultService),
  });
  const {
    control,
    resetField,
    formState: { isDirty },
  } = form;
  const { services, inGroups, failure } = useServiceChoices();
  const service = useWatch({ control, name: 'service' });
  useOfferedDefault(
    entry ? '' : service,
    services,
    useCallback(
      (offered: string) => resetField('service', { defaultValue: offered }),
      [resetField],
    ),
  );
  const [create] = useCreateWaitlistEntryMutation();
  const [change] = useChangeWaitlistEntryMutation();
  const [load] = useLazyListWaitlistQuery();
  const set = (id: number, version: number, to: WaitlistForm) =>
    change({ id, 'If-Match': String(version), waitlistChange: toChange(to) }).unwrap();
  const { save, saving, notSaved } = useSaveForm<WaitlistForm>({
    form,
    what: 'The waitlist',
    fields: waitlistFields,
    send: async (typed) => {
      if (seen) {
        const changed = await set(seen.id, seen.version, typed);
        return {
          text: `The waitlist entry of ${nameOf(changed)} is saved.`,
          undo: () => set(seen.id, changed.version, fromEntry(seen)),
        };
      }
      const { id, name } = typed.patient_id ?? { id: 0, name: '' };
      const added = await create(toNewEntry(typed, { id, name })).unwrap();
      return {
        text: `${name} is on the waitlist.`,
        undo: () =>
          change({
            id: added.id,
            'If-Match': String(added.version),
            waitlistChange: { status: 'Removed' },
          }).unwrap(),
      };
    },
    loadTheirs: async () => {
      if (!seen) return 'Not saved yet.';
      const { row, words } = mergeChangedRow(seen, await load().unwrap(), {
        form,
        read: fromEntry,
        labels: waitlistLabels,
      });
      setSeen(row);
      return words;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title={entry ? `What ${nameOf(entry)} waits for` : 'Add to the waitlist'}
      submitLabel={entry ? 'Save changes' : 'Add to the waitlist'}
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      {entry ? (
        <Typography color="textSecondary">
          A time that becomes free is offered to the patients whom it suits, the longest waiting
          first.
        </Typography>
      ) : (
        <Patient control={control} />
      )}
      <Box sx={pair}>
        <FormSelect
          control={control}
          name="service"
          label={waitlistLabels.service}
          options={inGroups(withCurrent(services, entry?.service ?? ''))}
          hint={failure}
        />
        <Provider control={control} entry={entry} />
      </Box>
      <FormChoices
        control={control}
        name="weekdays"
        label={waitlistLabels.weekdays}
        options={days}
        order={inOrder}
        hint="None chosen: any day."
        row
      />
      <Box sx={pair}>
        <FormSelect
          control={control}
          name="part_of_day"
          label={waitlistLabels.part_of_day}
          placeholder="Any time"
          options={parts}
        />
        <FormText
          control={control}
          name="until"
          label={waitlistLabels.until}
          type="date"
          hint="The last day that helps. Empty: as long as it takes."
        />
      </Box>
      <FormText control={control} name="note" label={waitlistLabels.note} autoComplete="off" />
    </FormDialog>
  );
}

const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

function Patient({ control }: { control: Control<WaitlistForm> }) {
  const { field, fieldState } = useController({ control, name: 'patient_id' });
  return (
    <PatientSearch
      label={waitlistLabels.patient_id}
      name={field.name}
      required
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}

/** Whoever was chosen before stays a choice, also after leaving the team. */
function Provider({
  control,
  entry,
}: {
  control: Control<WaitlistForm>;
  entry: WaitlistEntry | undefined;
}) {
  const { data: providers = [], isError } = useListProvidersQuery();
  const chosen =
    entry && entry.provider_id !== null && !providers.some(({ id }) => id === entry.provider_id)
      ? [{ id: entry.provider_id, name: entry.provider_name ?? 'Provider' }]
      : [];
  const options = [...providers, ...chosen].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  return (
    <FormSelect
      control={control}
      name="provider_id"
      label={waitlistLabels.provider_id}
      placeholder="Any provider"
      options={options}
      hint={isError ? 'The providers could not be loaded.' : undefined}
    />
  );
}

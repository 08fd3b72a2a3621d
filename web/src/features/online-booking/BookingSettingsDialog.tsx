import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import {
  useLazyShowBookingSettingsQuery,
  useListProvidersQuery,
  useListServicesQuery,
  useUpdateBookingSettingsMutation,
  type BookingSettings,
} from '@/api/generated';
import { useModules } from '@/api/useModules';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormChoices } from '@/components/FormChoices';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { useSaveForm } from '@/components/useSaveForm';
import {
  bookingFields,
  bookingForm,
  bookingLabels as labels,
  fromBooking,
  toBooking,
  type BookingForm,
} from '@/features/online-booking/bookingForm';
import { modeWords } from '@/features/online-booking/words';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';

interface Props {
  settings: BookingSettings;
  onClose: () => void;
}

const modes = (['requested', 'booked'] as const).map((value) => ({
  value,
  label: modeWords[value],
}));

/** What can be booked online, when, with whom, and what is accepted with it. */
export function BookingSettingsDialog({ settings, onClose }: Props) {
  const [seen, setSeen] = useState(settings);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<BookingForm>({
    resolver: zodResolver(bookingForm),
    defaultValues: fromBooking(settings),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const { isOn } = useModules();
  const hasCatalogue = isOn('services');
  const { data: services = [] } = useListServicesQuery(undefined, { skip: !hasCatalogue });
  const { data: providers = [] } = useListProvidersQuery();
  const [everyService, everyMember] = useWatch({
    control,
    name: ['every_service', 'every_member'],
  });
  const [update] = useUpdateBookingSettingsMutation();
  const [load] = useLazyShowBookingSettingsQuery();
  const { save, saving, notSaved } = useSaveForm<BookingForm>({
    form,
    what: 'The settings of online booking',
    fields: bookingFields,
    send: async (typed) => {
      await update({
        'If-Match': String(seen.version),
        newBookingSettings: toBooking(typed),
      }).unwrap();
      return { text: 'The settings of online booking are saved.' };
    },
    loadTheirs: async () => {
      const theirs = await load().unwrap();
      const both = mergeWithConflicts(
        form,
        fromBooking(seen),
        fromBooking(theirs),
        labels,
        conflicts,
      );
      setConflicts(both);
      setSeen(theirs);
      return `Not saved yet. Somebody else changed the settings meanwhile; their changes are in the form now.${both.length > 0 ? ` You both changed ${both.map(({ label }) => label).join(', ')}; the form holds yours.` : ''} Check it and save again.`;
    },
    onSaved: onClose,
  });
  /** The value of a field that the form has as codes or ids. */
  const inWords = (field: string, value: unknown) => {
    if (field === 'mode') return modes.find((mode) => mode.value === value)?.label;
    const choices =
      field === 'service_ids' ? services : field === 'member_ids' ? providers : undefined;
    if (!choices || !Array.isArray(value) || value.length === 0) return undefined;
    return value
      .map((id) => choices.find((one) => String(one.id) === id)?.name ?? 'No longer listed')
      .join('\n');
  };
  return (
    <FormDialog
      open
      title="Online booking"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} inWords={inWords} />
      <ShowFieldChanges record="booking_settings">
        <FormSelect control={control} name="mode" label={labels.mode} options={modes} required />
        <Box sx={pair}>
          <FormText
            control={control}
            name="lead_hours"
            label={labels.lead_hours}
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <FormText
            control={control}
            name="horizon_days"
            label={labels.horizon_days}
            required
            inputMode="numeric"
            autoComplete="off"
          />
        </Box>
        {hasCatalogue && (
          <FormCheckbox control={control} name="every_service" label={labels.every_service} />
        )}
        {hasCatalogue && !everyService && (
          <FormChoices
            control={control}
            name="service_ids"
            label={labels.service_ids}
            options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <FormCheckbox control={control} name="every_member" label={labels.every_member} />
        {!everyMember && (
          <FormChoices
            control={control}
            name="member_ids"
            label={labels.member_ids}
            options={providers.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <FormCheckbox control={control} name="chooses_provider" label={labels.chooses_provider} />
        <FormCheckbox
          control={control}
          name="patients_move"
          label={labels.patients_move}
          hint="Each message leads to the page of the visit. There clients choose another time that can be booked online with the same provider. Off: they ask, and you call back."
        />
        <FormArea
          control={control}
          name="policy"
          label={labels.policy}
          minRows={4}
          hint="Such as how a visit is cancelled in time. Empty: clients accept nothing. A policy that was accepted before stays as it was."
        />
      </ShowFieldChanges>
    </FormDialog>
  );
}

const pair = {
  display: 'grid',
  columnGap: 2.5,
  rowGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

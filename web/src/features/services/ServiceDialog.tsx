import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';

import { useListConsentTemplatesQuery, useListProvidersQuery, type Service } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { ChoicesField, type Choice } from '@/features/services/ChoicesField';
import { inMonths, readConsentRule } from '@/features/services/consentRules';
import { ConsentsField } from '@/features/services/ConsentsField';
import { colorOptions } from '@/features/services/colors';
import {
  blankService,
  fromService,
  limits,
  serviceForm,
  serviceLabels,
  type ServiceForm,
} from '@/features/services/serviceForm';
import { useSaveService } from '@/features/services/useSaveService';
import { formatInstant } from '@/lib/dates';

interface Props {
  /** The service to change; absent for a new one. */
  service?: Service | undefined;
  onClose: () => void;
}

/** Adds a service to the catalogue, or changes one. */
export function ServiceDialog({ service: opened, onClose }: Props) {
  const [service, setService] = useState(opened);
  const form = useForm<ServiceForm>({
    resolver: zodResolver(serviceForm),
    defaultValues: opened ? fromService(opened) : blankService,
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const { save, saving, notSaved, conflicts } = useSaveService({
    form,
    service,
    onNewer: setService,
    onSaved: onClose,
  });
  const zone = useTimeZone();
  const performers = usePerformers([opened, service]);
  const consents = useConsents([opened, service]);
  return (
    <FormDialog
      open
      title={opened ? `Edit ${opened.name}` : 'New service'}
      submitLabel={opened ? 'Save changes' : 'Add service'}
      submitting={saving}
      error={notSaved}
      dirty={isDirty}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <ShowFieldChanges record="service" id={opened?.id}>
        <BothChanged form={form} conflicts={conflicts} inWords={inWords(performers, consents)} />
        <Fields control={control} />
        <Box sx={pair}>
          <ChoicesField
            control={control}
            name="performer_ids"
            choices={performers}
            hint="Nobody chosen: everybody who takes appointments."
          />
          <ConsentsField control={control} choices={consents} />
        </Box>
        {service?.updated_by_name && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Changed by ${service.updated_by_name}, ${formatInstant(service.updated_at, zone)}`}</Typography>
        )}
      </ShowFieldChanges>
    </FormDialog>
  );
}

function Fields({ control }: { control: Control<ServiceForm> }) {
  const color = useWatch({ control, name: 'color' });
  const field = (
    name: Exclude<keyof ServiceForm, 'performer_ids' | 'consents' | 'needs_exam' | 'taxable'>,
  ) => ({ control, name, label: serviceLabels[name], autoComplete: 'off' });
  const from = ([least, most]: readonly [number, number]) => `From ${least} to ${most}.`;
  return (
    <Box sx={pair}>
      <FormText {...field('name')} required autoFocus />
      <FormText {...field('category')} hint="Such as Treatments or Visits." />
      <FormText
        {...field('minutes')}
        required
        inputMode="numeric"
        hint={`${from(limits.minutes)} An appointment is this long.`}
      />
      <FormText
        {...field('buffer_minutes')}
        inputMode="numeric"
        hint={`${from(limits.buffer_minutes)} Time to clean up and write notes.`}
      />
      <FormText
        {...field('price')}
        inputMode="decimal"
        hint="Leave this empty for a price on request."
      />
      <FormText
        {...field('price_unit')}
        hint="Such as unit, syringe or session; empty for the whole service."
      />
      <FormText
        {...field('interval_days')}
        inputMode="numeric"
        hint="Leave this empty if the days are agreed with each patient."
      />
      <FormSelect
        control={control}
        name="color"
        label={serviceLabels.color}
        options={colorOptions(color)}
        placeholder="None"
        hint="Tells services apart at a glance."
      />
      <FormCheckbox control={control} name="needs_exam" label={serviceLabels.needs_exam} />
      <FormCheckbox control={control} name="taxable" label={serviceLabels.taxable} />
    </Box>
  );
}

type LoadedServices = readonly (Service | undefined)[];

/** Those who take appointments, and who performs it already. */
function usePerformers(seen: LoadedServices): Choice[] {
  const { may } = usePermissions();
  const { data = [] } = useListProvidersQuery(undefined, { skip: !may('appointment.create') });
  return joined(
    data,
    seen.flatMap((one) => one?.performers ?? []),
  );
}

function useConsents(seen: LoadedServices): Choice[] {
  const { may } = usePermissions();
  const { data = [] } = useListConsentTemplatesQuery(undefined, {
    skip: !may('consent_template.read'),
  });
  return joined(
    data,
    seen.flatMap((one) => one?.consents ?? []),
  );
}

/** Each once, by its id. */
const joined = (offered: readonly Choice[], chosen: readonly Choice[]): Choice[] =>
  [...offered, ...chosen].filter(
    ({ id }, place, all) => all.findIndex((one) => one.id === id) === place,
  );

/** The value of a field that the form has as ids or a code. */
const inWords =
  (performers: readonly Choice[], consents: readonly Choice[]) =>
  (field: string, value: unknown) => {
    if (field === 'color' && typeof value === 'string')
      return colorOptions(value).find((option) => option.value === value)?.label;
    if (!Array.isArray(value) || value.length === 0) return undefined;
    if (field === 'performer_ids')
      return value
        .map(
          (id) =>
            performers.find((one) => String(one.id) === id)?.name ?? 'Somebody no longer listed',
        )
        .join('\n');
    if (field !== 'consents') return undefined;
    return value
      .map(readConsentRule)
      .map(({ id, valid_months }) => {
        const name = consents.find((one) => one.id === id)?.name ?? 'A template no longer listed';
        return valid_months === null ? name : `${name}, ${inMonths(valid_months).toLowerCase()}`;
      })
      .join('\n');
  };

const pair = {
  display: 'grid',
  columnGap: 2.5,
  rowGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

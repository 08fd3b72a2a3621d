import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';

import { useListConsentTemplatesQuery, useListProvidersQuery, type Service } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { ChoicesField, type Choice } from '@/features/services/ChoicesField';
import { colorOptions } from '@/features/services/colors';
import { blankService, fromService, limits, serviceForm, serviceLabels, type ServiceForm } from '@/features/services/serviceForm';
import { useSaveService } from '@/features/services/useSaveService';

interface Props {
  /** The service to change; absent for a new one. */
  service?: Service | undefined;
  onClose: () => void;
}

/** Adds a service to the catalogue, or changes one. */
export function ServiceDialog({ service: opened, onClose }: Props) {
  const [service, setService] = useState(opened);
  const form = useForm<ServiceForm>({ resolver: zodResolver(serviceForm), defaultValues: opened ? fromService(opened) : blankService });
  const { control, formState: { isDirty } } = form;
  const { save, saving, notSaved } = useSaveService({ form, service, onNewer: setService, onSaved: onClose });
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
      <Fields control={control} />
      <Box sx={pair}>
        <Performers control={control} service={service} />
        <Consents control={control} service={service} />
      </Box>
    </FormDialog>
  );
}

function Fields({ control }: { control: Control<ServiceForm> }) {
  const color = useWatch({ control, name: 'color' });
  const field = (name: Exclude<keyof ServiceForm, 'performer_ids' | 'consent_template_ids' | 'needs_exam' | 'taxable'>) => ({ control, name, label: serviceLabels[name], autoComplete: 'off' });
  const from = ([least, most]: readonly [number, number]) => `From ${least} to ${most}.`;
  return (
    <Box sx={pair}>
      <FormText {...field('name')} required autoFocus />
      <FormText {...field('category')} hint="Such as Treatments or Visits." />
      <FormText {...field('minutes')} required inputMode="numeric" hint={`${from(limits.minutes)} An appointment is this long.`} />
      <FormText {...field('buffer_minutes')} inputMode="numeric" hint={`${from(limits.buffer_minutes)} Time to clean up and write notes.`} />
      <FormText {...field('price')} inputMode="decimal" hint="Leave it empty for a price on request." />
      <FormText {...field('price_unit')} hint="Such as unit, syringe or session; empty for the whole service." />
      <FormText {...field('interval_days')} inputMode="numeric" hint="Leave it empty if that is agreed with each patient." />
      <FormSelect control={control} name="color" label={serviceLabels.color} options={colorOptions(color)} placeholder="None" hint="Tells services apart at a glance." />
      <FormCheckbox control={control} name="needs_exam" label={serviceLabels.needs_exam} />
      <FormCheckbox control={control} name="taxable" label={serviceLabels.taxable} />
    </Box>
  );
}

/** Those who take appointments, and who performs it already. */
function Performers({ control, service }: { control: Control<ServiceForm>; service: Service | undefined }) {
  const { may } = usePermissions();
  const { data = [] } = useListProvidersQuery(undefined, { skip: !may('appointment.create') });
  return <ChoicesField control={control} name="performer_ids" choices={joined(data, service?.performers)} hint="Nobody chosen: everybody who takes appointments." />;
}

function Consents({ control, service }: { control: Control<ServiceForm>; service: Service | undefined }) {
  const { may } = usePermissions();
  const { data = [] } = useListConsentTemplatesQuery(undefined, { skip: !may('consent_template.read') });
  return <ChoicesField control={control} name="consent_template_ids" choices={joined(data, service?.consents)} hint="Templates of your forms." />;
}

const joined = (offered: readonly Choice[], chosen: readonly Choice[] = []): Choice[] => [...offered, ...chosen.filter(({ id }) => !offered.some((one) => one.id === id))];

const pair = { display: 'grid', columnGap: 2.5, rowGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' } as const;

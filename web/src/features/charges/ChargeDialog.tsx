import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useForm, useWatch, type Control } from 'react-hook-form';

import { useAddChargeMutation, useListProvidersQuery } from '@/api/generated';
import { Adornment } from '@/components/Adornment';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import {
  chargeFields,
  chargeForm,
  toCharge,
  totalOf,
  type ChargeForm,
} from '@/features/charges/chargeForm';
import { formatCents } from '@/lib/cents';
import { formatMoney } from '@/lib/money';

interface Props {
  patientId: number;
  /** None: a charge of no visit. */
  visitId?: number | undefined;
  /** What it starts with. */
  service?: string | undefined;
  providerId?: number | null | undefined;
  onClose: () => void;
}

/** Adds a charge, which nobody can change later. */
export function ChargeDialog({ patientId, visitId, service = '', providerId, onClose }: Props) {
  const { data: providers = [], isError } = useListProvidersQuery();
  const form = useForm<ChargeForm>({
    resolver: zodResolver(chargeForm),
    defaultValues: {
      provider_id: providerId ? String(providerId) : '',
      service,
      quantity: '1',
      unit_price: '',
      discount: '',
    },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [add] = useAddChargeMutation();
  const { save, saving, notSaved } = useSaveForm<ChargeForm>({
    form,
    what: 'A charge',
    fields: chargeFields,
    send: async (typed) => {
      const { total } = await add(toCharge(typed, patientId, visitId)).unwrap();
      return { text: `Charged: ${formatMoney(total)}.` };
    },
    onSaved: onClose,
  });
  const options = providers.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormDialog
      open
      title="Add a charge"
      submitLabel="Add charge"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${visitId === undefined ? 'Not part of a visit. ' : ''}A charge is never changed; a wrong charge is voided with a reason.`}</Typography>
      <FormSelect
        control={control}
        name="provider_id"
        label="Provider"
        placeholder="Choose a provider"
        options={options}
        required
        hint={isError ? 'The providers could not be loaded.' : undefined}
      />
      <FormText control={control} name="service" label="Service" autoComplete="off" required />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
          alignItems: 'start',
        }}
      >
        <FormText
          control={control}
          name="quantity"
          label="Quantity"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <FormText
          control={control}
          name="unit_price"
          label="Unit price"
          inputMode="decimal"
          autoComplete="off"
          required
          startAdornment={<Adornment>$</Adornment>}
        />
        <FormText
          control={control}
          name="discount"
          label="Discount"
          inputMode="decimal"
          autoComplete="off"
          startAdornment={<Adornment>$</Adornment>}
        />
      </Box>
      <Total control={control} />
    </FormDialog>
  );
}

function Total({ control }: { control: Control<ChargeForm> }) {
  const [quantity, unit_price, discount] = useWatch({
    control,
    name: ['quantity', 'unit_price', 'discount'],
  });
  const total = totalOf({ quantity, unit_price, discount });
  return (
    <Typography
      sx={{ fontWeight: 600 }}
    >{`Charge: ${formatCents(total === undefined || total < 0n ? null : total)}`}</Typography>
  );
}

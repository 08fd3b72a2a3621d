import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useController, useWatch, type Control, type UseFormSetValue } from 'react-hook-form';

import { Adornment } from '@/components/Adornment';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { Panel } from '@/components/Panel';
import { SelectInput } from '@/components/SelectInput';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { formatCents, isUsed, subtotal } from '@/features/estimates/estimateTotals';
import { customSessions, listPrice, offeredIn, type Area, type Priced } from '@/features/estimates/priceList';

interface Props {
  area: Area;
  control: Control<EstimateForm>;
  setValue: UseFormSetValue<EstimateForm>;
  /** The clinic's own services. */
  catalogue: readonly Priced[];
}

/** One area of the estimate and what it comes to. The numbers appear with the service they belong to, or with a saved cost. */
export function AreaPanel({ area, control, setValue, catalogue }: Props) {
  const { key, label, sessions } = area;
  const offered = offeredIn(area, catalogue);
  const line = useWatch({ control, name: key });
  const { field: { ref, ...field }, fieldState } = useController({ control, name: `${key}.service` });

  // A cost without a service keeps its fields while it is typed anew.
  const [shown, setShown] = useState(isUsed(line));
  if (!shown && isUsed(line)) setShown(true);

  const choose = (service: string) => {
    field.onChange(service);
    if (service === '') {
      setValue(`${key}.unit_cost`, '', { shouldDirty: true, shouldValidate: true });
      setShown(false);
    }
    const price = listPrice(offered, service);
    if (price !== undefined) setValue(`${key}.unit_cost`, String(price), { shouldDirty: true, shouldValidate: true });
  };

  return (
    <Panel title={label} actions={<Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{`Subtotal ${formatCents(subtotal(line))}`}</Typography>}>
      <Box sx={{ ...grid, fontVariantNumeric: 'tabular-nums' }}>
        <Box sx={{ gridColumn: { sm: '1 / -1', lg: 'auto' } }}>
          <SelectInput {...field} inputRef={ref} onChange={choose} label="Service" placeholder="No service" options={withStored(priced(offered), field.value)} error={fieldState.error?.message} />
        </Box>
        {shown && (
          <>
            <FormText control={control} name={`${key}.unit_cost`} label="Unit cost" inputMode="decimal" autoComplete="off" startAdornment={<Adornment>$</Adornment>} />
            <FormText control={control} name={`${key}.qty`} label="Quantity" inputMode="decimal" autoComplete="off" />
            <FormSelect control={control} name={`${key}.sessions`} label="Sessions" options={withStored(sessions.map((count) => ({ value: count, label: count })), line.sessions)} />
            {line.sessions === customSessions && <FormText control={control} name={`${key}.sessions_custom`} label="Custom sessions" inputMode="numeric" autoComplete="off" />}
          </>
        )}
      </Box>
    </Panel>
  );
}

interface Option {
  value: string;
  label: string;
}

const priced = (offered: readonly Priced[]): Option[] =>
  offered.map(({ name, price }) => ({ value: name, label: price ? `${name} ($${price})` : name }));

/** What was saved stays a choice, also when it is no longer on the list. */
function withStored(options: Option[], stored: string): Option[] {
  return stored === '' || options.some(({ value }) => value === stored) ? options : [...options, { value: stored, label: stored }];
}

const grid = { display: 'grid', gap: 2.5, alignItems: 'start', gridTemplateColumns: { xs: '1fr', sm: 'repeat(4, 1fr)', lg: '2fr repeat(4, 1fr)' } } as const;

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useController, useWatch, type Control, type UseFormSetValue } from 'react-hook-form';

import type { LineOnEstimate } from '@/api/generated';
import { Adornment } from '@/components/Adornment';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { SelectInput } from '@/components/SelectInput';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { formatCents, isUsed, subtotal } from '@/features/estimates/estimateTotals';
import {
  customSessions,
  listPrice,
  offeredIn,
  type Area,
  type Priced,
} from '@/features/estimates/priceList';
import { LineDetails } from '@/features/estimates/sheet/LineDetails';

interface Props {
  area: Area;
  control: Control<EstimateForm>;
  setValue: UseFormSetValue<EstimateForm>;
  /** The clinic's own services. */
  catalogue: readonly Priced[];
  /** The area as it is on record, with what the law adds to it. */
  onRecord: LineOnEstimate | undefined;
  edited: boolean;
}

/** One area of the estimate and what it comes to. The numbers appear with the service they belong to, or with a saved cost. */
export function AreaRow({ area, control, setValue, catalogue, onRecord, edited }: Props) {
  const id = useId();
  const { key, label, sessions } = area;
  const offered = offeredIn(area, catalogue);
  const line = useWatch({ control, name: key });
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: `${key}.service` });

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
    if (price !== undefined)
      setValue(`${key}.unit_cost`, String(price), { shouldDirty: true, shouldValidate: true });
  };

  return (
    <Box component="section" aria-labelledby={id} sx={row}>
      <Typography variant="h3" id={id} sx={{ gridArea: 'name', ...besideField }}>
        {label}
      </Typography>
      <Box sx={{ gridArea: 'service', minWidth: 0, mt: 1.5, [wide]: { mt: 0 } }}>
        <SelectInput
          {...field}
          inputRef={ref}
          onChange={choose}
          label="Service"
          placeholder="No service"
          options={withStored(priced(offered), field.value)}
          error={fieldState.error?.message}
        />
      </Box>
      <Typography
        sx={{
          gridArea: 'sum',
          ...besideField,
          justifySelf: 'end',
          fontWeight: shown ? 600 : undefined,
          color: shown ? undefined : 'text.secondary',
        }}
      >{`Subtotal ${formatCents(subtotal(line))}`}</Typography>
      {shown && (
        <Box sx={numbers}>
          <FormText
            control={control}
            name={`${key}.unit_cost`}
            label="Unit cost"
            inputMode="decimal"
            autoComplete="off"
            startAdornment={<Adornment>$</Adornment>}
          />
          <FormText
            control={control}
            name={`${key}.qty`}
            label="Quantity"
            inputMode="decimal"
            autoComplete="off"
          />
          <FormSelect
            control={control}
            name={`${key}.sessions`}
            label="Sessions"
            options={withStored(
              sessions.map((count) => ({ value: count, label: count })),
              line.sessions,
            )}
          />
          {line.sessions === customSessions && (
            <FormText
              control={control}
              name={`${key}.sessions_custom`}
              label="Custom sessions"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Box>
      )}
      {shown && onRecord && <LineDetails line={onRecord} edited={edited} />}
    </Box>
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
  return stored === '' || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: stored }];
}

const wide = '@container (min-width: 560px)';

/** In the middle of the field's 48 px. */
const besideField = { [wide]: { pt: '14px' } } as const;

/** On a phone the name and the sum stand above the fields; on a wider sheet beside the service, in the same columns in each row. */
const row = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'start',
  py: 1.5,
  borderTop: 1,
  borderColor: 'rule',
  fontVariantNumeric: 'tabular-nums',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas:
    '"name sum" "service service" "numbers numbers" "details details" "charge charge"',
  [wide]: {
    gridTemplateColumns: '48px minmax(0, 1fr) 136px',
    gridTemplateAreas: '"name service sum" ". numbers numbers" ". details charge"',
  },
} as const;

const numbers = {
  gridArea: 'numbers',
  mt: 1.5,
  display: 'grid',
  gap: '12px 16px',
  alignItems: 'start',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  [wide]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 136px' },
} as const;

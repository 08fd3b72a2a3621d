import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  useWatch,
  type Control,
  type UseFormGetValues,
  type UseFormSetValue,
} from 'react-hook-form';

import type { Treatment } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import {
  copyOf,
  takesUnits,
  type Copied,
  type TreatmentInput,
} from '@/features/treatments/treatmentForm';
import { formatInstantDate } from '@/lib/dates';

interface Props {
  last: Treatment;
  control: Control<TreatmentInput>;
  setValue: UseFormSetValue<TreatmentInput>;
  getValues: UseFormGetValues<TreatmentInput>;
}

type CopiedValues = Copied & Pick<TreatmentInput, 'lot'>;

/**
 * Fills the form with what was done the last time, and says what it does not copy: the lot of Botox, which is another vial, and the
 * signature. As long as nothing copied was changed, it can be undone.
 */
export function CopyLast({ last, control, setValue, getValues }: Props) {
  const zone = useTimeZone();
  const [copied, setCopied] = useState<{
    from: Treatment;
    before: CopiedValues;
    after: CopiedValues;
  }>();
  const current = useWatch({ control, compute: (form: TreatmentInput) => inWords(taken(form)) });
  const unchanged = copied !== undefined && current === inWords(copied.after);

  const fill = (values: CopiedValues) => {
    for (const [field, value] of Object.entries(values))
      setValue(field as keyof CopiedValues, value, { shouldDirty: true, shouldValidate: false });
  };
  const copy = () => {
    const before = taken(getValues());
    const after = taken({ ...getValues(), ...copyOf(last), lot: '' });
    fill(after);
    setCopied({ from: last, before, after });
  };
  const undo = () => {
    if (copied) fill(copied.before);
    setCopied(undefined);
  };

  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}
    >
      <Button variant="outlined" onClick={copy}>
        Copy from last time
      </Button>
      <Typography role="status" variant="body2" color="textSecondary">
        {copied &&
          `Copied from ${copied.from.treatment_type}, ${formatInstantDate(copied.from.created_at, zone)}. ${notCopied(copied.after)}`}
      </Typography>
      {unchanged && (
        <Button onClick={undo} style={{ paddingInline: 12 }}>
          Undo
        </Button>
      )}
    </Box>
  );
}

const notCopied = ({ treatment_type }: CopiedValues) =>
  takesUnits(treatment_type)
    ? 'The lot is not copied: enter it anew, and sign.'
    : 'Please sign anew.';

const taken = ({
  treatment_type,
  areas,
  units,
  lot,
  volumes_ml,
  notes,
}: TreatmentInput): CopiedValues => ({ treatment_type, areas, units, lot, volumes_ml, notes });

const inWords = (form: CopiedValues) => JSON.stringify(form);

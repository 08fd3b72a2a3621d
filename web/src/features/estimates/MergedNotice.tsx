import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { UseFormReturn } from 'react-hook-form';

import { BothChanged } from '@/components/BothChanged';
import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { formatDate } from '@/lib/dates';
import type { Conflict } from '@/lib/mergeChanges';

/** After a merge: says so, and offers the choice between both values of what both changed. */
export function MergedNotice({
  form,
  conflicts,
}: {
  form: UseFormReturn<EstimateForm>;
  conflicts: readonly Conflict[];
}) {
  return (
    <Stack spacing={2}>
      <Alert ref={scrollIntoViewRef} severity="info" role="status">
        Their changes are loaded, and what you typed is still here. Please check the estimate and
        save it.
      </Alert>
      <BothChanged form={form} conflicts={conflicts} inWords={inWords} />
    </Stack>
  );
}

const inWords = (field: string, value: unknown) =>
  /_(?:dob|date)$/.test(field) && typeof value === 'string' && value !== ''
    ? formatDate(value)
    : undefined;

import Alert from '@mui/material/Alert';
import { useFormState, type Control } from 'react-hook-form';

import type { Estimate } from '@/api/generated';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { lostSignatures, whoseSignatures } from '@/features/estimates/lostSignatures';

interface Props {
  control: Control<EstimateForm>;
  saved: Estimate | null;
}

/** While what was signed is changed: whose signature does not go with the change. Saving asks once more, beside its button. */
export function SignedNotice({ control, saved }: Props) {
  const { dirtyFields } = useFormState({ control });
  if (!saved) return null;
  const lost = lostSignatures(saved, Object.keys(dirtyFields));
  if (lost.length === 0) return null;
  return (
    <Alert severity="warning" role="status">
      {`This estimate is signed. Saving your change makes a new version without ${whoseSignatures(lost)} signature; the signed version stays readable under Versions.`}
    </Alert>
  );
}

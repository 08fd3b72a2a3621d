import Alert from '@mui/material/Alert';
import { useFormState, type Control } from 'react-hook-form';

import type { Estimate } from '@/api/generated';
import type { EstimateForm } from '@/features/estimates/estimateForm';

interface Props {
  control: Control<EstimateForm>;
  saved: Estimate | null;
}

/** Before a change of what was signed is saved: whose signature does not go with it. */
export function SignedNotice({ control, saved }: Props) {
  const { dirtyFields } = useFormState({ control });
  if (!saved) return null;
  const changesContent = Object.keys(dirtyFields).some((name) => !beside.has(name));
  const loses = (['pt', 'prov'] as const).filter((party) =>
    saved[`${party}_is_signed`] && !dirtyFields[`${party}_sig`] && (changesContent || dirtyFields[`${party}_sig_date`]));
  if (loses.length === 0) return null;
  const whose = loses.map((party) => (party === 'pt' ? 'the patient’s' : 'the provider’s')).join(' and ');
  return (
    <Alert severity="warning" role="status">
      {`This estimate is signed. Saving your change makes a new version without ${whose} signature; the signed version stays readable under Versions.`}
    </Alert>
  );
}

const beside = new Set(['pt_sig', 'pt_sig_date', 'prov_sig', 'prov_sig_date']);

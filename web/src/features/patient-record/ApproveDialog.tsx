import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { asFailure } from '@/api/failure';
import { useApproveTreatmentMutation, type Treatment } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { FormDialog } from '@/components/FormDialog';
import { FormSignature } from '@/components/FormSignature';
import { missingSignature } from '@/components/ink';
import { useProved } from '@/components/useProved';
import { approvalProblem } from '@/features/patient-record/approvalProblem';
import { Details } from '@/features/patient-record/Details';
import { formatInstant } from '@/lib/dates';

interface Props {
  treatment: Treatment;
  zone: string;
  onClose: () => void;
}

const approvalForm = z.object({ director_signature: z.string().check(z.minLength(1, missingSignature)) });

/** The director reads a treatment and signs it. */
export function ApproveDialog({ treatment, zone, onClose }: Props) {
  const { control, handleSubmit, formState: { isDirty, isSubmitting } } =
    useForm({ resolver: zodResolver(approvalForm), defaultValues: { director_signature: '' } });
  const [approve] = useApproveTreatmentMutation();
  const withProof = useProved();
  const notify = useNotify();
  const [problem, setProblem] = useState<string>();

  const save = handleSubmit(async (approval) => {
    setProblem(undefined);
    try {
      await withProof(() => approve({ id: treatment.id, approval }).unwrap());
      notify({ tone: 'success', text: 'Treatment approved.' });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      const reason = approvalProblem(failure);
      if (reason) console.error('Approving the treatment failed', failure);
      setProblem(reason);
    }
  });

  return (
    <FormDialog
      open
      title="Approve treatment"
      submitLabel="Approve"
      onSubmit={save}
      onClose={onClose}
      submitting={isSubmitting}
      error={problem}
      dirty={isDirty}
    >
      <Box>
        <Typography variant="h3" component="p">{treatment.treatment_type}</Typography>
        <Typography color="textSecondary">
          {`${formatInstant(treatment.created_at, zone)}, recorded by ${treatment.provider_name}`}
        </Typography>
        <Typography sx={{ mt: 1 }}>{`Areas: ${treatment.areas ?? '—'}`}</Typography>
        <Details treatment={treatment} />
      </Box>
      <FormSignature control={control} name="director_signature" label="Director signature" height={120} disabled={isSubmitting} />
    </FormDialog>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useApproveTreatmentMutation, type Treatment } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { SignatureField } from '@/components/signature/SignatureField';
import { missingSignature } from '@/components/signature/strokes';
import { useReauthentication } from '@/components/useReauthentication';
import { approvalProblem } from '@/features/treatments/approvalProblem';
import { DetailsList } from '@/features/treatments/DetailsList';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

interface Props {
  treatment: Treatment;
  zone: string;
  onClose: () => void;
}

/** The director reads a treatment and signs it. */
export function ApproveDialog({ treatment, zone, onClose }: Props) {
  const [signature, setSignature] = useState('');
  const [missing, setMissing] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const [approve] = useApproveTreatmentMutation();
  const withReauthentication = useReauthentication();
  const ownName = useOwnName();
  const notify = useNotify();
  const [problem, setProblem] = useState<string>();

  const save = async () => {
    setProblem(undefined);
    setMissing(signature === '');
    if (signature === '') {
      field.current?.focus();
      return;
    }
    setSubmitting(true);
    try {
      await withReauthentication(() => approve({ id: treatment.id, approval: { director_signature: signature } }).unwrap());
      notify({ tone: 'success', text: 'Treatment approved.' });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      const reason = approvalProblem(failure);
      if (reason) console.error('Approving the treatment failed', failure);
      setProblem(reason);
      setSubmitting(false);
    }
  };

  return (
    <FormDialog
      open
      title="Approve treatment"
      submitLabel="Approve"
      onSubmit={save}
      onClose={onClose}
      submitting={submitting}
      error={problem}
      dirty={signature !== ''}
    >
      <Box>
        <Typography variant="h3" component="p">{treatment.treatment_type}</Typography>
        <Typography color="textSecondary">
          {`${formatInstant(treatment.created_at, zone)}, recorded by ${treatment.provider_name}`}
        </Typography>
        <Typography sx={{ mt: 1 }}>{`Areas: ${treatment.areas ?? '—'}`}</Typography>
        <DetailsList treatment={treatment} />
      </Box>
      <SignatureField
        label="Director signature"
        height={120}
        signer={ownName}
        value={signature}
        onChange={(png) => {
          setSignature(png);
          if (png) setMissing(false);
        }}
        error={missing ? missingSignature : undefined}
        disabled={submitting}
        fieldRef={field}
      />
    </FormDialog>
  );
}

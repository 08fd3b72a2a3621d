import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useApproveTreatmentMutation, type Treatment } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { SignatureField } from '@/components/signature/SignatureField';
import { missingSignature } from '@/components/signature/strokes';
import { useReauthentication } from '@/components/useReauthentication';
import { Addenda } from '@/features/corrections';
import { useReviewStates } from '@/features/review';
import { addedWords, approvalProblem } from '@/features/treatments/approvalProblem';
import { DetailsList } from '@/features/treatments/DetailsList';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

interface Props {
  /** As it is now: something may be added to it while the dialog is open. */
  treatment: Treatment;
  /** The patient of the open record. The treatment may name one that was merged into it. */
  patientId: number;
  zone: string;
  onClose: () => void;
}

/** The director reads a treatment and signs it. */
export function ApproveDialog({ treatment, patientId, zone, onClose }: Props) {
  const [signature, setSignature] = useState('');
  const [missing, setMissing] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const [approve] = useApproveTreatmentMutation();
  const withReauthentication = useReauthentication();
  const ownName = useOwnName();
  const notify = useNotify();
  const { states, query } = useReviewStates(patientId, true);
  const dangers = states.get(treatment.id)?.dangers ?? [];
  const [openedVersion] = useState(treatment.version);
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
      await withReauthentication(() =>
        approve({
          id: treatment.id,
          // As it is shown: what was added meanwhile is read before it is approved.
          'If-Match': String(treatment.version),
          approval: { director_signature: signature },
        }).unwrap(),
      );
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
      disabled={!query.isSuccess}
      error={problem ?? (treatment.version === openedVersion ? undefined : addedWords)}
      dirty={signature !== ''}
    >
      <Chart treatment={treatment} dangers={dangers} states={query} zone={zone} />
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

interface ChartProps extends Pick<Props, 'treatment' | 'zone'> {
  dangers: readonly string[];
  states: ReturnType<typeof useReviewStates>['query'];
}

/** What the director reads before signing. */
function Chart({ treatment, dangers, states, zone }: ChartProps) {
  const { id, treatment_type, created_at, provider_name, areas, addenda } = treatment;
  return (
    <>
      <Box>
        <Typography variant="h3" component="p">
          {treatment_type}
        </Typography>
        <Typography color="textSecondary">
          {`${formatInstant(created_at, zone)}, recorded by ${provider_name}`}
        </Typography>
        <Typography sx={{ mt: 1 }}>{`Areas: ${areas ?? '—'}`}</Typography>
        <DetailsList treatment={treatment} />
        {dangers.length > 0 && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {dangers.map((danger) => (
              <div key={danger}>{danger}</div>
            ))}
          </Alert>
        )}
      </Box>
      <QueryFailure
        what="The warnings about this patient could not be loaded. Until they are, the treatment cannot be approved."
        query={states}
      />
      {addenda > 0 && <Addenda to={{ record: 'treatments', id }} zone={zone} />}
    </>
  );
}

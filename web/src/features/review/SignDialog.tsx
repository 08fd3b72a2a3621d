import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { SignatureField } from '@/components/signature/SignatureField';
import { missingSignature } from '@/components/signature/strokes';
import { approvalWords } from '@/features/review/approvalWords';

interface Props {
  /** What is approved: 'Botox of Grace Okonkwo'. */
  charts: readonly string[];
  /** Approves them with this signature. */
  approve: (png: string) => Promise<void>;
  onClose: () => void;
}

/** The director signs what was looked at: one chart, or several at once. */
export function SignDialog({ charts, approve, onClose }: Props) {
  const [signature, setSignature] = useState('');
  const [missing, setMissing] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLDivElement>(null);
  const ownName = useOwnName();
  const many = charts.length > 1;

  const save = async () => {
    setProblem(undefined);
    setMissing(signature === '');
    if (signature === '') {
      field.current?.focus();
      return;
    }
    setSubmitting(true);
    try {
      await approve(signature);
      onClose();
    } catch (thrown) {
      setProblem(approvalWords(asFailure(thrown)));
      setSubmitting(false);
    }
  };

  return (
    <FormDialog
      open
      title={many ? `Approve ${charts.length} complete charts` : 'Sign and approve'}
      submitLabel={many ? `Approve ${charts.length} charts` : 'Approve'}
      onSubmit={save}
      onClose={onClose}
      submitting={submitting}
      error={problem}
      dirty={signature !== ''}
    >
      {many ? (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {charts.map((chart) => (
            <li key={chart}>{chart}</li>
          ))}
        </Box>
      ) : (
        <Typography>{charts[0]}</Typography>
      )}
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
      <Typography variant="body2" color="textSecondary">
        The signature is kept on this screen for 15 minutes, for the charts that you approve next.
      </Typography>
    </FormDialog>
  );
}

import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import { FormText } from '@/components/FormText';
import { FormSignature } from '@/components/signature/FormSignature';
import { SignaturePicture } from '@/components/signature/SignaturePicture';
import type { EstimateForm } from '@/features/estimates/estimateForm';

interface Props {
  control: Control<EstimateForm>;
  of: 'pt' | 'prov';
  who: 'Patient' | 'Provider';
  /** The picture given before, or null when there is none that this role may see. */
  given: string | null;
  /** It was given, also where this role does not see the picture. */
  isSigned: boolean;
  /** Whether one may sign here. */
  open: boolean;
}

/** A signature with its date. A saved one is shown until somebody chooses to sign again. */
export function SignaturePart({ control, of, who, given, isSigned, open }: Props) {
  const [again, setAgain] = useState(false);
  // A signature that was just drawn stays visible, even when somebody else's was saved meanwhile.
  const drawn = useWatch({ control, name: `${of}_sig` }) !== '';
  const signer = useWatch({ control, name: `${of}_name` }).trim();
  const pad = open && (!isSigned || again || drawn);
  const label = `${who} signature`;
  return (
    <Stack spacing={2.5} sx={{ minWidth: 0 }}>
      {isSigned && !pad && (
        <Box>
          <Typography variant="h3" component="p" gutterBottom>
            {label}
          </Typography>
          {given ? (
            <SignaturePicture png={given} label={label} />
          ) : (
            <Typography>Signed. Your role does not see the picture.</Typography>
          )}
          {open && (
            <Button
              onClick={() => setAgain(true)}
              style={{ marginTop: 4, marginLeft: -12, paddingInline: 12 }}
            >
              Sign again
            </Button>
          )}
        </Box>
      )}
      {pad && (
        <FormSignature
          control={control}
          name={`${of}_sig`}
          label={label}
          height={120}
          signer={signer}
        />
      )}
      {!isSigned && !open && (
        <Typography color="textSecondary">{`${label}: your role cannot sign here.`}</Typography>
      )}
      <FormText
        control={control}
        name={`${of}_sig_date`}
        label={`${label} date`}
        type="date"
        required
      />
    </Stack>
  );
}

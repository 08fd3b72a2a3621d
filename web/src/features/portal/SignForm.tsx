import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';

import { asFailure } from '@/api/failure';
import { useSignConsentMutation } from '@/api/generated';
import { TextInput } from '@/components/TextInput';

/** Only for those who want to draw: most people sign with one press and need not load it. */
const SignatureField = lazy(async () => ({ default: (await import('@/components/SignatureField')).SignatureField }));

/** What the person added to the press of the button; both may be empty. */
export interface Given {
  typedName: string;
  drawing: string;
}

interface Props {
  token: string;
  onSigned: (signedAt: string, given: Given) => void;
}

/** One action: a name and a drawing may be added, neither is asked for. */
export function SignForm({ token, onSigned }: Props) {
  const [signConsent, { isLoading: signing }] = useSignConsentMutation();
  const [typedName, setTypedName] = useState('');
  const [drawing, setDrawing] = useState('');
  const [mayDraw, setMayDraw] = useState(false);
  const [failed, setFailed] = useState<{ reason: string } | null>(null);

  const sign = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (signing) return;
    setFailed(null);
    const name = typedName.trim();
    const body = { electronic_consent: true, ...(name && { typed_name: name }), ...(drawing && { signature: drawing }) };
    try {
      const { signed_at } = await signConsent({ token, signConsent: body }).unwrap();
      onSigned(signed_at, { typedName: name, drawing });
    } catch (thrown) {
      setFailed({ reason: Object.values(asFailure(thrown).fields).join(' ') });
    }
  };

  const takeAwayDrawing = () => {
    setDrawing('');
    setMayDraw(false);
  };

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={sign} sx={{ displayPrint: 'none' }}>
      <TextInput
        label="Your full name (optional)"
        value={typedName}
        onChange={(event) => setTypedName(event.target.value)}
        autoComplete="name"
        inputProps={{ maxLength: 200 }}
      />
      {mayDraw ? (
        <Box>
          <Suspense fallback={<Skeleton variant="rounded" height={150} />}>
            <SignatureField label="Your signature (optional)" height={120} value={drawing} onChange={setDrawing} disabled={signing} />
          </Suspense>
          <Button onClick={takeAwayDrawing} disabled={signing}>Leave out the drawn signature</Button>
        </Box>
      ) : (
        <Button variant="outlined" onClick={() => setMayDraw(true)} sx={{ alignSelf: 'flex-start' }}>Add a drawn signature</Button>
      )}
      {failed && (
        <Alert severity="error">
          <Typography>Error signing consent. Please try again.</Typography>
          {failed.reason && <Typography variant="body2">{failed.reason}</Typography>}
        </Alert>
      )}
      <Button type="submit" variant="contained" size="large" loading={signing} sx={{ minHeight: 56 }}>Sign consent</Button>
    </Stack>
  );
}

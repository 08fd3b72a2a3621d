import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type SyntheticEvent } from 'react';

import { asFailure } from '@/api/failure';
import { useBeginSecondFactorMutation, useConfirmSecondFactorMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { CodeInput } from '@/components/CodeInput';
import { ReauthenticationDialog } from '@/components/ReauthenticationDialog';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { groupByFour } from '@/features/account/groupByFour';
import { QrCode } from '@/components/QrCode';
import { messages } from '@/lib/validation';

interface Props {
  /** It is on with another phone: replacing that takes the password or a code. */
  replaces?: boolean;
  /** Called with the recovery codes once it is on. */
  onConfirmed: (codes: string[]) => void;
}

/** Connects an authenticator app: scan, type the first code, done. */
export function SecondFactorSetup({ replaces = false, onConfirmed }: Props) {
  const withReauthentication = useReauthentication();
  const [begin, { data: enrolment, isLoading: beginning }] = useBeginSecondFactorMutation();
  const [confirm, { isLoading: confirming }] = useConfirmSecondFactorMutation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [alert, setAlert] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const [proving, setProving] = useState(false);

  const start = async () => {
    setAlert(undefined);
    if (replaces) {
      setProving(true);
      return;
    }
    try {
      await withReauthentication(() => begin({}).unwrap());
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code !== reauthenticationCancelled.code) setAlert(failure.message);
    }
  };
  const finish = async (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (confirming) return;
    setAlert(undefined);
    if (!code.trim()) {
      setProblem(messages.noCode);
      field.current?.focus();
      return;
    }
    try {
      const { codes } = await withReauthentication(() => confirm({ code: code.trim() }).unwrap());
      onConfirmed(codes);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === 'wrong_code') {
        setProblem(failure.message);
        field.current?.focus();
      } else if (failure.code !== reauthenticationCancelled.code) {
        setAlert(failure.message);
      }
    }
  };

  const prove = proving && (
    <ReauthenticationDialog
      step={(proof) => begin(proof).unwrap()}
      onConfirmed={() => setProving(false)}
      onClose={() => setProving(false)}
    />
  );

  if (!enrolment) {
    return (
      <Stack spacing={2.5}>
        {prove}
        {alert && <Alert severity="error">{alert}</Alert>}
        <Typography>
          After your password you will enter a code from an app on your phone, such as Google
          Authenticator, Microsoft Authenticator or 1Password. Have your phone at hand.
        </Typography>
        <Button variant="contained" size="large" loading={beginning} onClick={start}>
          Set up with an app
        </Button>
      </Stack>
    );
  }
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={finish}>
      {prove}
      {alert && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={start}>
              Begin again
            </Button>
          }
        >
          {alert}
        </Alert>
      )}
      <Typography>1. Scan this with the app.</Typography>
      <QrCode
        size={enrolment.qr_size}
        path={enrolment.qr_path}
        label="QR code for your authenticator app"
      />
      <Box>
        <Typography variant="body2" color="textSecondary">
          Or type this key into the app:
        </Typography>
        <Typography sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }} data-testid="key">
          {groupByFour(enrolment.secret)}
        </Typography>
      </Box>
      <Typography>2. Enter the code that the app shows.</Typography>
      <CodeInput
        recovery={false}
        value={code}
        onChange={(value) => {
          setCode(value);
          setProblem(undefined);
        }}
        error={problem}
        inputRef={field}
      />
      <Button type="submit" variant="contained" size="large" loading={confirming}>
        Turn on
      </Button>
    </Stack>
  );
}

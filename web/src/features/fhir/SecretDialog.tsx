import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import type { NewApiToken } from '@/api/generated';
import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { copyText } from '@/lib/copyText';

interface Props {
  made: NewApiToken;
  onClose: () => void;
}

/** Shows a new token's secret, which is stored nowhere. Only its own button closes it: a stray press or Escape would lose the secret. */
export function SecretDialog({ made: { token, secret }, onClose }: Props) {
  const id = useId();
  const [announcement, setAnnouncement] = useState('');
  const copy = async () => {
    const copied = await copyText(secret);
    setAnnouncement(
      copied
        ? 'Copied.'
        : 'This browser did not copy it. Please select the secret and copy it yourself.',
    );
  };
  return (
    <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle
        id={id}
        variant="h2"
        sx={{ overflowWrap: 'anywhere' }}
      >{`The secret of ${token.name}`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>
            Give the secret to the program and keep it nowhere else: anybody who has it can read
            what the token may read. It is shown only now.
          </Typography>
          <TextInput
            label="Secret"
            value={secret}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <TextInput
            label="Address"
            value={`${window.location.origin}/api/fhir/r4`}
            readOnly
            hint="The FHIR base address, for the program's settings."
          />
          <Typography role="status" sx={{ minHeight: '1.55em' }}>
            {announcement}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        <Button onClick={onClose}>Done</Button>
        <Button variant="contained" onClick={copy} autoFocus>
          Copy
        </Button>
      </DialogActions>
    </Dialog>
  );
}

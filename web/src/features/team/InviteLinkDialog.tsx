import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { copyText } from '@/lib/copyText';

interface Props {
  name: string;
  url: string;
  onClose: () => void;
}

/**
 * Shows an invitation's link where the deployment sends no mail. The link is a secret that is stored nowhere, so it is shown once.
 */
export function InviteLinkDialog({ name, url, onClose }: Props) {
  const [announcement, setAnnouncement] = useState('');

  const copy = async () => {
    const copied = await copyText(url);
    setAnnouncement(
      copied
        ? 'Copied.'
        : 'This browser did not copy it. Please select the link and copy it yourself.',
    );
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby="invitation" maxWidth="sm" fullWidth>
      <DialogTitle id="invitation" variant="h2">{`Invitation for ${name}`}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>
            This deployment sends no mail. Give the link to {name} yourself and to nobody else:
            anybody who has it can sign in as {name}. It works once, within 72 hours, and is shown
            only now.
          </Typography>
          <TextInput
            label="Invitation link"
            value={url}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <Typography role="status" sx={{ minHeight: '1.55em' }}>
            {announcement}
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        <Button onClick={onClose}>Done</Button>
        <Button variant="contained" onClick={copy} autoFocus>
          Copy link
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import Close from '@mui/icons-material/Close';
import ContentCopy from '@mui/icons-material/ContentCopy';
import QrCodeRounded from '@mui/icons-material/QrCodeRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { QrPicture } from '@/api/generated';
import { Button } from '@/components/Button';
import { QrCode } from '@/components/QrCode';
import { TextInput } from '@/components/TextInput';
import { useCopyLink } from '@/features/consents/useCopyLink';

interface Props {
  name: string;
  url: string;
  /** The link as a QR code. */
  qr: QrPicture;
  onDismiss: () => void;
}

/** A new portal link, shown because the clipboard may refuse it and the server returns it only once. */
export function PortalLink({ name, url, qr, onDismiss }: Props) {
  const copyLink = useCopyLink();
  const [showsCode, setShowsCode] = useState(false);
  return (
    <Box role="group" aria-label={`Portal link for ${name}`} sx={{ bgcolor: 'primary.light', borderRadius: 1, p: 2, maxWidth: 640 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: 'flex-start' }}>
        <TextInput
          label={`Portal link: ${name}`}
          value={url}
          readOnly
          onFocus={(event) => event.target.select()}
          hint="Send it to the patient. It is shown only now."
        />
        <Stack direction="row" spacing={1} sx={{ flexShrink: 0 }}>
          <Button variant="outlined" size="large" startIcon={<ContentCopy />} onClick={() => copyLink(url)}>Copy</Button>
          <Button variant="outlined" size="large" startIcon={<QrCodeRounded />} aria-expanded={showsCode} onClick={() => setShowsCode(!showsCode)}>QR code</Button>
          <IconButton aria-label="Dismiss the link" onClick={onDismiss}><Close /></IconButton>
        </Stack>
      </Stack>
      {showsCode && (
        <Stack spacing={1} sx={{ pt: 2, alignItems: 'flex-start' }}>
          <QrCode size={qr.size} path={qr.path} label={`QR code of the portal link for ${name}`} />
          <Typography variant="body2" color="textSecondary">The patient opens it with the camera of their own phone. The list below turns to Signed by itself.</Typography>
        </Stack>
      )}
    </Box>
  );
}

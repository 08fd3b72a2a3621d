import Close from '@mui/icons-material/Close';
import ContentCopy from '@mui/icons-material/ContentCopy';
import QrCodeRounded from '@mui/icons-material/QrCodeRounded';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import type { IssuedConsent } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QrCode } from '@/components/QrCode';
import { TextInput } from '@/components/TextInput';
import { useCopyLink } from '@/features/consents/useCopyLink';
import { useWhyNotTexted } from '@/features/consents/useWhyNotTexted';

const ConsentActionDialog = lazyDialog(
  async () => (await import('@/features/consents/ConsentActionDialog')).ConsentActionDialog,
);

interface Props {
  /** The consent with its link, and the link as a QR code. */
  issued: IssuedConsent;
  onDismiss: () => void;
}

/** A new portal link, shown because the clipboard may refuse it and the server returns it only once. */
export function PortalLink({ issued: { consent, portal_url: url, qr }, onDismiss }: Props) {
  const copyLink = useCopyLink();
  const [showsCode, setShowsCode] = useState(false);
  const [texting, setTexting] = useState(false);
  const whyNotTexted = useWhyNotTexted(consent.patient_id);
  const reasonId = useId();
  const name = consent.template_name;
  return (
    <Box
      role="group"
      aria-label={`Portal link for ${name}`}
      sx={{ bgcolor: 'primary.light', borderRadius: 1, p: 2, maxWidth: 640 }}
    >
      <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
        <TextInput
          label={`Portal link: ${name}`}
          value={url}
          readOnly
          onFocus={(event) => event.target.select()}
          hint="Send it to the patient. It is shown only now."
        />
        <IconButton aria-label="Dismiss the link" onClick={onDismiss}>
          <Close />
        </IconButton>
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, pt: 1.5 }}>
        <Button
          variant="outlined"
          size="large"
          startIcon={<ContentCopy />}
          onClick={() => copyLink(url)}
        >
          Copy
        </Button>
        <Button
          variant="outlined"
          size="large"
          startIcon={<QrCodeRounded />}
          aria-expanded={showsCode}
          onClick={() => setShowsCode(!showsCode)}
        >
          QR code
        </Button>
        <Button
          variant="outlined"
          size="large"
          startIcon={<SmsOutlined />}
          disabled={whyNotTexted !== null}
          aria-describedby={whyNotTexted ? reasonId : undefined}
          onClick={() => setTexting(true)}
        >
          Text the link
        </Button>
      </Stack>
      {whyNotTexted && (
        <Typography id={reasonId} variant="body2" color="textSecondary" sx={{ pt: 1 }}>
          {whyNotTexted}
        </Typography>
      )}
      {showsCode && (
        <Stack spacing={1} sx={{ pt: 2, alignItems: 'flex-start' }}>
          <QrCode size={qr.size} path={qr.path} label={`QR code of the portal link for ${name}`} />
          <Typography variant="body2" color="textSecondary">
            The patient opens it with the camera of their own phone. The list below turns to Signed
            by itself.
          </Typography>
        </Stack>
      )}
      {texting && (
        <ConsentActionDialog
          consent={consent}
          action="text"
          onIssued={() => {}}
          onVoided={onDismiss}
          onClose={() => setTexting(false)}
        />
      )}
    </Box>
  );
}

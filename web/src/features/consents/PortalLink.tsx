import Close from '@mui/icons-material/Close';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';

import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { useCopyLink } from '@/features/consents/useCopyLink';

interface Props {
  name: string;
  url: string;
  onDismiss: () => void;
}

/** A new portal link, shown because the clipboard may refuse it and the server returns it only once. */
export function PortalLink({ name, url, onDismiss }: Props) {
  const copyLink = useCopyLink();
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
          <IconButton aria-label="Dismiss the link" onClick={onDismiss}><Close /></IconButton>
        </Stack>
      </Stack>
    </Box>
  );
}

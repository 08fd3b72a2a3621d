import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { PortalConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { signedWhen } from '@/features/portal/signedWhen';
import type { Given } from '@/features/portal/SignForm';

interface Props {
  consent: PortalConsent;
  signedAt: string;
  /** Known only on the page where the signing took place. */
  given: Given | null;
}

/** After signing, now or earlier: thanks, when it was, and a copy to keep. */
export function ThankYou({ consent, signedAt, given }: Props) {
  return (
    <Stack spacing={3}>
      <Box ref={takeFocus} tabIndex={-1} sx={{ outline: 0 }}>
        <Typography variant="h1" gutterBottom>Thank you</Typography>
        <Typography>{`Your consent was signed on ${signedWhen(signedAt)}.`}</Typography>
      </Box>
      <Button variant="outlined" onClick={() => window.print()} sx={{ alignSelf: 'flex-start', displayPrint: 'none' }}>Save or print a copy</Button>
      <ConsentText label="Consent text" html={consent.template} />
      {given?.typedName && <Typography>{`Signed electronically by ${given.typedName}`}</Typography>}
      {given?.drawing && <Box component="img" src={given.drawing} alt="Your drawn signature" sx={{ width: '100%', maxWidth: 400 }} />}
    </Stack>
  );
}

/** So that a screen reader goes on with the thanks, not with the button that is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

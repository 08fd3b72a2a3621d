import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';

import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { PrintOnly } from '@/components/PrintOnly';
import { recoveryCodesFile, download } from '@/features/account/recoveryCodesFile';
import { copyText } from '@/lib/copyText';

interface Props {
  codes: readonly string[];
  onKept: () => void;
}

/** Shows the recovery codes once, to copy, print or download. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const session = useSession();
  const [announcement, setAnnouncement] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const text = recoveryCodesFile(session?.clinic.name ?? '', session?.member.email ?? '', codes);
  // The focused button is gone; continue at the codes.
  useEffect(() => heading.current?.focus(), []);

  const copy = async () =>
    setAnnouncement(
      (await copyText(text))
        ? 'Copied.'
        : 'This browser did not copy them. Please select them and copy them yourself.',
    );

  return (
    <Stack spacing={2}>
      <Typography ref={heading} tabIndex={-1} variant="h3" component="h2" sx={{ outline: 0 }}>
        Keep your recovery codes
      </Typography>
      <Typography>
        These codes let you in when your phone is lost. Each works once. They are shown only now:
        print them, or keep them where you keep your passwords.
      </Typography>
      <Box component="ul" aria-label="Recovery codes" sx={list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button startIcon={<ContentCopyOutlined />} onClick={copy}>
          Copy
        </Button>
        <Button startIcon={<PrintOutlined />} onClick={() => window.print()}>
          Print
        </Button>
        <Button
          startIcon={<DownloadOutlined />}
          onClick={() => download('celadon-recovery-codes.txt', text)}
        >
          Download
        </Button>
      </Stack>
      <Typography role="status" sx={{ minHeight: '1.55em' }}>
        {announcement}
      </Typography>
      <Button variant="contained" size="large" onClick={onKept}>
        I have kept them
      </Button>
      <PrintOnly>
        <Box
          component="pre"
          sx={{ m: 4, fontSize: '14pt', lineHeight: 1.8, whiteSpace: 'pre-wrap' }}
        >
          {text}
        </Box>
      </PrintOnly>
    </Stack>
  );
}

/** Two columns where two codes fit beside each other: each is 19 characters long, and one that is broken is copied wrongly. */
const list = {
  m: 0,
  p: 2,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(20ch, 100%), 1fr))',
  gap: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  fontFamily: 'monospace',
  fontSize: '1.0625rem',
  textAlign: 'center',
} as const;

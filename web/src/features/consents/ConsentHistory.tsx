import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ConsentEvent } from '@/api/generated';
import { joinOpenings } from '@/features/consents/joinOpenings';
import { instantInWords } from '@/lib/instantInWords';

const words: Record<ConsentEvent['kind'], string> = {
  issued: 'Issued',
  opened: 'Opened by the link',
  resent: 'New link made',
  reminded: 'New link mailed',
  signed: 'Signed',
  declined: 'Declined by the patient',
  revoked: 'Revoked',
  replaced: 'Replaced by a newer text',
};

/** What has happened to a consent, oldest first. */
export function ConsentHistory({ events, zone }: { events: readonly ConsentEvent[]; zone: string }) {
  return (
    <Box component="section" aria-label="History">
      <Typography variant="h3" component="p" gutterBottom>History</Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {joinOpenings(events).map(({ kind, at, by, times }) => (
          <Typography component="li" key={`${kind} ${at}`}>
            {`${instantInWords(at, zone)}: ${words[kind]}${by ? ` by ${by}` : ''}${times > 1 ? `, the last of ${times} times` : ''}`}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ConsentEvent } from '@/api/generated';
import { joinOpenings } from '@/features/consents/joinOpenings';
import { instantInWords } from '@/lib/instantInWords';

const words: Record<ConsentEvent['kind'], string> = {
  issued: 'Issued',
  sent: 'Link sent',
  opened: 'Opened by the link',
  read_to_end: 'Read to the end',
  resent: 'New link made',
  handed_over: 'Handed over to sign on the clinic’s device',
  reminded: 'New link to be mailed',
  signed: 'Signed',
  declined: 'Declined by the patient',
  downloaded: 'Downloaded',
  expired: 'The link ran out',
  revoked: 'Revoked',
  replaced: 'Replaced by a newer text',
};

/** What has happened to a consent, oldest first. */
export function ConsentHistory({
  events,
  zone,
}: {
  events: readonly ConsentEvent[];
  zone: string;
}) {
  return (
    <Box component="section" aria-label="History">
      <Typography variant="h3" component="p" gutterBottom>
        History
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {joinOpenings(events).map(({ kind, at, by, channel, address, ip, device, times }) => (
          <Typography component="li" key={`${kind} ${at}`} sx={{ overflowWrap: 'anywhere' }}>
            {`${instantInWords(at, zone)}: ${kind === 'reminded' && channel === 'text' ? 'New link to be texted' : words[kind]}${channel ? ` by ${channel === 'text' ? 'text' : 'e-mail'} to ${address}` : ''}${by ? ` by ${by}` : ''}${times > 1 ? `, the last of ${times} times` : ''}`}
            {ip && (
              <Typography
                component="span"
                color="textSecondary"
              >{`, from ${ip}, with ${device}`}</Typography>
            )}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

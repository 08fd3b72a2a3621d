import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useMakeCalendarFeedMutation,
  useRevokeCalendarFeedMutation,
  useShowCalendarFeedQuery,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { TextInput } from '@/components/TextInput';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { copyText } from '@/lib/copyText';
import { formatInstant } from '@/lib/dates';

/** One's own calendar link: made, made again and revoked. A link is shown once, when it is made. */
export function CalendarFeedDialog({ onClose }: { onClose: () => void }) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const zone = useTimeZone();
  const query = useShowCalendarFeedQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error } = query;
  const [make, making] = useMakeCalendarFeedMutation();
  const [revoke, revoking] = useRevokeCalendarFeedMutation();
  const withReauthentication = useReauthentication();
  const [url, setUrl] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const busy = making.isLoading || revoking.isLoading;

  const run = async (work: () => Promise<string>) => {
    setRefusal(undefined);
    setAnnouncement('');
    try {
      setAnnouncement(await work());
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      if (code !== reauthenticationCancelled.code) setRefusal(message);
    }
  };
  const makeOne = () =>
    run(async () => {
      const made = await withReauthentication(() => make().unwrap());
      setUrl(made.url ?? undefined);
      return 'The link is made. It is shown only now.';
    });
  const revokeIt = () =>
    run(async () => {
      await revoke().unwrap();
      setUrl(undefined);
      return 'The link is revoked. Calendar programs can no longer read your visits with it.';
    });
  const copy = () =>
    run(async () =>
      (await copyText(url ?? ''))
        ? 'Copied.'
        : 'This browser did not copy it. Please select the link and copy it yourself.',
    );

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="calendar-feed"
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
    >
      <DialogTitle id="calendar-feed" variant="h2">
        Your calendar link
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography color="textSecondary">
            Subscribe to this link in the calendar of your phone or computer, which then shows your
            visits. Anybody who has the link can see them: keep it to yourself.
          </Typography>
          <QueryFailure what="Your calendar link could not be loaded." query={query} />
          {!data && !error && <PartSkeleton label="Loading the calendar link" height={48} />}
          {data && (
            <Typography>
              {data.made_at === null
                ? 'You have no link.'
                : `Made ${formatInstant(data.made_at, zone)}. ${data.last_read_at === null ? 'No calendar has read it yet.' : `Read last ${formatInstant(data.last_read_at, zone)}.`}`}
            </Typography>
          )}
          {url !== undefined && (
            <TextInput
              label="Link"
              value={url}
              readOnly
              onFocus={(event) => event.target.select()}
            />
          )}
          {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
          <Typography role="status" sx={{ minHeight: '1.55em' }}>
            {announcement}
          </Typography>
          {data && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {url !== undefined && (
                <Button variant="contained" onClick={() => void copy()}>
                  Copy
                </Button>
              )}
              <Button
                variant={url === undefined ? 'contained' : 'outlined'}
                loading={making.isLoading}
                disabled={busy}
                onClick={() => void makeOne()}
              >
                {data.made_at === null ? 'Make a link' : 'Make another link'}
              </Button>
              {data.made_at !== null && (
                <Button
                  color="error"
                  loading={revoking.isLoading}
                  disabled={busy}
                  onClick={() => void revokeIt()}
                >
                  Revoke the link
                </Button>
              )}
            </Box>
          )}
          {data && data.made_at !== null && (
            <Typography variant="body2" color="textSecondary">
              If you make another link, this one stops working.
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

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
import { useEndSignInMutation, useListSignInsQuery, type SignIn } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { StatusChip } from '@/components/StatusChip';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { sentence } from '@/lib/sentence';

/** The devices one is signed in on, each with a way to sign it out. */
export function SignInsDialog({ onClose }: { onClose: () => void }) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const query = useListSignInsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: signIns, error } = query;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="sign-ins"
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
    >
      <DialogTitle id="sign-ins" variant="h2">
        Where you are signed in
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography color="textSecondary">
            Is there a sign-in that you do not know? End it, and change your password.
          </Typography>
          <QueryFailure what="Your sign-ins could not be loaded." query={query} />
          {signIns ? (
            <List of={signIns} />
          ) : (
            !error && <PartSkeleton label="Loading the sign-ins" height={96} />
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function List({ of: signIns }: { of: readonly SignIn[] }) {
  const zone = useTimeZone();
  const notify = useNotify();
  const [end] = useEndSignInMutation();
  const [ending, setEnding] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  const stop = async ({ id, device }: SignIn) => {
    setRefusal(undefined);
    setEnding(id);
    try {
      await end(id).unwrap();
      notify({ tone: 'success', text: `The sign-in with ${device} has ended.` });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      setRefusal(status === 404 ? 'That sign-in has ended already.' : message);
    } finally {
      setEnding(undefined);
    }
  };

  return (
    <>
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <Box component="ul" aria-label="Sign-ins" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {signIns.map((signIn) => (
          <Stack
            key={signIn.id}
            component="li"
            direction="row"
            sx={{ py: 1.5, gap: 2, alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {sentence(signIn.device)}
              </Typography>
              <Typography
                variant="body2"
                color="textSecondary"
              >{`From ${signIn.ip}, since ${formatInstant(signIn.began_at, zone)}, last seen ${formatInstant(signIn.last_seen_at, zone)}`}</Typography>
            </Box>
            {signIn.is_this ? (
              <StatusChip tone="success" label="This device" />
            ) : (
              <Button
                color="error"
                loading={ending === signIn.id}
                onClick={() => void stop(signIn)}
                aria-label={`End the sign-in with ${signIn.device}`}
              >
                End
              </Button>
            )}
          </Stack>
        ))}
      </Box>
    </>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, useSearchParams } from 'react-router';

import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { readSuccess } from '@/features/payment/successQuery';

/** This folder is where the card checkout leads back to. It shows what the address says and no more: what is paid, the subscriptions tell. */
export function Component() {
  const [query] = useSearchParams();
  const { plan, session } = readSuccess(query);
  return (
    <Stack spacing={3}>
      <PageHeader title="Payment confirmation" />
      <Panel title="Thank you">
        <Stack spacing={3} sx={{ maxWidth: 640 }}>
          <Typography>You are back from the checkout. Your subscription appears under Subscriptions once the payment provider has confirmed it.</Typography>
          {(plan || session) && (
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(88px, auto) 1fr', columnGap: 2, rowGap: 0.75 }}>
              {plan && <Fact name="Plan" text={plan} />}
              {session && <Fact name="Session" text={session} />}
            </Box>
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
            <Button component={Link} to="/subscriptions" variant="contained">See subscriptions</Button>
            <Button component={Link} to="/" variant="outlined">Go to the dashboard</Button>
          </Stack>
        </Stack>
      </Panel>
    </Stack>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>{name}</Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}><bdi>{text}</bdi></Box>
    </Box>
  );
}

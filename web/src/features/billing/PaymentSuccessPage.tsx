import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useSearchParams } from 'react-router';

import { ButtonLink } from '@/components/ButtonLink';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { ConfirmationNote } from '@/features/billing/ConfirmationNote';
import { readSuccess } from '@/features/billing/successQuery';
import { useConfirmation } from '@/features/billing/useConfirmation';
import { paths } from '@/lib/paths';

/** The page that the card checkout leads back to. What was paid comes from the server, never from the URL. */
export function Component() {
  const [query] = useSearchParams();
  const { plan, session } = readSuccess(query);
  const confirmation = useConfirmation();
  return (
    <Stack spacing={2}>
      <PageHeader title="Payment confirmation" />
      <Panel title="Thank you">
        <Stack spacing={3} sx={{ maxWidth: 640 }}>
          <ConfirmationNote confirmation={confirmation} />
          {(plan || session) && (
            <Box
              component="dl"
              sx={{
                m: 0,
                display: 'grid',
                gridTemplateColumns: 'minmax(88px, auto) 1fr',
                columnGap: 2,
                rowGap: 0.75,
              }}
            >
              {plan && <Fact name="Plan" text={plan} />}
              {session && <Fact name="Session" text={session} />}
            </Box>
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
            <ButtonLink to={paths.subscriptions} variant="contained">
              See subscriptions
            </ButtonLink>
            <ButtonLink to={paths.dashboard} variant="outlined">
              Go to the dashboard
            </ButtonLink>
          </Stack>
        </Stack>
      </Panel>
    </Stack>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        <bdi>{text}</bdi>
      </Box>
    </Box>
  );
}

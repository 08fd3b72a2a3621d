import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { useListSubscriptionHistoryQuery, type StatusChange } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SubscriptionStatus } from '@/features/subscriptions/SubscriptionStatus';
import { formatInstant } from '@/lib/dates';

const sourceWords: Readonly<Record<StatusChange['source'], string>> = {
  manual: 'set in the form',
  stripe: 'by Stripe',
};

/** The changes of a subscription's status, the newest first. */
export function StatusHistory({ subscription }: { subscription: number }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" sx={{ mb: 1 }}>
        Status history
      </Typography>
      <Changes subscription={subscription} />
    </Box>
  );
}

function Changes({ subscription }: { subscription: number }) {
  const query = useListSubscriptionHistoryQuery(subscription, { refetchOnMountOrArgChange: true });
  const { data: changes, isError } = query;
  const zone = useTimeZone();
  const failure = <QueryFailure what="The status history could not be loaded." query={query} />;
  if (!changes)
    return isError ? failure : <PartSkeleton label="Loading the status history" height={56} />;
  if (changes.length === 0)
    return (
      <>
        {failure}
        <Typography color="textSecondary">No change has been recorded.</Typography>
      </>
    );
  return (
    <>
      {failure}
      <Box
        component="ol"
        role="list"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', rowGap: 1 }}
      >
        {changes.map(({ id, to_status, source, changed_at }) => (
          <Box
            component="li"
            key={id}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(96px, auto) 1fr',
              justifyItems: 'start',
              alignItems: 'center',
              columnGap: 1.5,
            }}
          >
            <SubscriptionStatus status={to_status} />
            <Typography
              variant="body2"
              color="textSecondary"
            >{`${formatInstant(changed_at, zone)}, ${sourceWords[source]}`}</Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

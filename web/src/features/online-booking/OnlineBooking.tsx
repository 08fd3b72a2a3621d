import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useShowBookingSettingsQuery, type BookingSettings } from '@/api/generated';
import { useModules } from '@/api/useModules';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { modeWords } from '@/features/online-booking/words';

const BookingSettingsDialog = lazyDialog(
  async () =>
    (await import('@/features/online-booking/BookingSettingsDialog')).BookingSettingsDialog,
);

/** How patients book online; nothing while the module is off. */
export function OnlineBooking() {
  const { isOn } = useModules();
  return isOn('online_booking') ? <Settings /> : null;
}

function Settings() {
  const query = useShowBookingSettingsQuery();
  const { data, isError } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title="Online booking"
      actions={
        data && (
          <Button
            variant="outlined"
            aria-label="Change online booking"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )
      }
    >
      <QueryFailure what="The settings of online booking could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && <Facts of={data} />}
      {data && changing && (
        <BookingSettingsDialog settings={data} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}

function Facts({
  of: {
    address,
    mode,
    lead_hours,
    horizon_days,
    chooses_provider,
    patients_move,
    service_ids,
    member_ids,
    policy,
    policy_version,
  },
}: {
  of: BookingSettings;
}) {
  return (
    <Box component="dl" sx={pairs}>
      <dt>Address</dt>
      <dd>
        <Link
          href={address}
          target="_blank"
          rel="noreferrer"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            minHeight: 44,
            py: 1.25,
            my: -1.5,
            overflowWrap: 'anywhere',
          }}
        >
          {address}
        </Link>
      </dd>
      <dt>A booking is</dt>
      <dd>{modeWords[mode]}</dd>
      <dt>When</dt>
      <dd>{`From ${lead_hours} hours to ${horizon_days} days ahead`}</dd>
      <dt>What</dt>
      <dd>{service_ids === null ? 'Every service' : `${service_ids.length} of the services`}</dd>
      <dt>With whom</dt>
      <dd>{`${member_ids === null ? 'Everybody who takes appointments' : `${member_ids.length} of those who take appointments`}; ${chooses_provider ? 'clients choose' : 'the clinic chooses'}`}</dd>
      <dt>Moving</dt>
      <dd>
        {patients_move
          ? 'Clients move their visits by themselves'
          : 'Clients ask, and you call back'}
      </dd>
      <dt>Policy</dt>
      <dd>
        {policy === null ? (
          <Typography component="span" color="textSecondary">
            None: clients accept nothing.
          </Typography>
        ) : (
          <>
            <span>{policy}</span>{' '}
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
            >{`Version ${policy_version ?? 1}`}</Typography>
          </>
        )}
      </dd>
    </Box>
  );
}

const pairs = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '120px minmax(0, 1fr)' },
  gap: { xs: 0.25, sm: '8px 16px' },
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
} as const;

import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useListCalendarFeedsQuery,
  useShowCalendarFeedSettingsQuery,
  useUpdateCalendarFeedSettingsMutation,
  type CalendarFeedSettings,
  type MembersCalendarFeed,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable } from '@/components/RecordTable';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const RevokeFeed = lazyDialog(
  async () => (await import('@/features/calendar-feeds/RevokeFeed')).RevokeFeed,
);

/** What the members' calendars show of a visit, and who has a link. */
export function CalendarFeeds() {
  return (
    <Panel title="Calendar links">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Members can subscribe to their own visits in a calendar program, by a secret link in their
        account menu. A calendar is outside of the clinic: it shows initials and times, unless you
        allow more.
      </Typography>
      <FeedDetails />
      <Members />
    </Panel>
  );
}

function FeedDetails() {
  const query = useShowCalendarFeedSettingsQuery();
  const [update, { isLoading }] = useUpdateCalendarFeedSettingsMutation();
  const withReauthentication = useReauthentication();
  const notify = useNotify('calendar links');
  const { data } = query;
  const change = async (
    { version, shows_name, shows_service }: CalendarFeedSettings,
    by: Partial<CalendarFeedSettings>,
  ) => {
    try {
      await withReauthentication(() =>
        update({
          'If-Match': String(version),
          newCalendarFeedSettings: { shows_name, shows_service, ...by },
        }).unwrap(),
      );
      notify({ tone: 'success', text: 'The settings of calendar links are saved.' });
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      if (code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: `Not changed. ${message}` });
    }
  };
  if (!data)
    return query.isError ? (
      <QueryFailure what="The settings of calendar links could not be loaded." query={query} />
    ) : (
      <PageSkeleton />
    );
  const offer = (field: 'shows_name' | 'shows_service', label: string) => (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={data[field]}
          disabled={isLoading}
          onChange={(_event, on) => void change(data, { [field]: on })}
        />
      }
    />
  );
  return (
    <Stack sx={{ mb: 1 }}>
      {offer('shows_name', 'Calendars show full names')}
      {offer('shows_service', 'Calendars show the service')}
    </Stack>
  );
}

function Members() {
  const query = useListCalendarFeedsQuery();
  const zone = useTimeZone();
  const [revoked, setRevoked] = useState<MembersCalendarFeed>();
  const { data, isError } = query;
  return (
    <>
      <QueryFailure what="The members with a calendar link could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data?.length === 0 && <EmptyState title="Nobody has a calendar link" />}
      {data && data.length > 0 && (
        <RecordTable
          caption="Members with a calendar link"
          rows={data}
          rowKey={({ member_id }) => member_id}
          columns={[
            { key: 'name', header: 'Member', render: ({ name }) => name },
            {
              key: 'made',
              header: 'Made',
              nowrap: true,
              render: ({ made_at }) => formatInstant(made_at, zone),
            },
            {
              key: 'read',
              header: 'Read last',
              nowrap: true,
              render: ({ last_read_at }) =>
                last_read_at === null ? 'Never' : formatInstant(last_read_at, zone),
            },
            {
              key: 'revoke',
              header: 'Revoke',
              render: (feed) => (
                <Button
                  color="error"
                  aria-label={`Revoke the calendar link of ${feed.name}`}
                  onClick={() => setRevoked(feed)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
      {revoked && <RevokeFeed feed={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

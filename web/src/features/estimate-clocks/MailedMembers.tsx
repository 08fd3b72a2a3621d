import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useShowEstimateClockSettingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';

const MailedMembersDialog = lazyDialog(
  async () => (await import('@/features/estimate-clocks/MailedMembersDialog')).MailedMembersDialog,
);

/** Who is mailed about estimates that are due. */
export function MailedMembers() {
  const query = useShowEstimateClockSettingsQuery();
  const { data, isError } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title="Mail about estimates due"
      actions={
        data && (
          <Button
            variant="outlined"
            aria-label="Change who is mailed"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )
      }
    >
      <QueryFailure what="The members who are mailed could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <Typography>{`Sent once a business day while an estimate is due or overdue, to ${data.members.length === 0 ? 'the owner' : data.members.map(({ name }) => name).join(', ')}. The mail names no client.`}</Typography>
      )}
      {data && changing && (
        <MailedMembersDialog settings={data} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}

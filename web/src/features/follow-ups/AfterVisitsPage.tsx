import Stack from '@mui/material/Stack';

import { followUpsApi, messagesApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { FollowUpsPanel } from '@/features/follow-ups/FollowUpsPanel';
import { RecallsPanel } from '@/features/messages';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ may }) => [
  may('follow_up.list') && followUpsApi.endpoints.listFollowUps.initiate(false),
  may('message.read') && messagesApi.endpoints.listRecalls.initiate(),
]);

/** What follows visits: whom to ask how it went, and who is due for the next one. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader
        back={{ to: paths.appointments, label: 'Back to the appointments' }}
        title="After visits"
        subtitle="Clients to ask how the visit went, and clients who are due again. Each service says when, under Messages to patients."
      />
      {may('follow_up.list') && <FollowUpsPanel />}
      {may('message.read') && <RecallsPanel />}
      {!may('follow_up.list') && !may('message.read') && (
        <NoPermission what="what follows visits" />
      )}
    </Stack>
  );
}

import { listActivityPages } from '@/api/activityPages';
import { maxAgeSeconds } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { ActivityLog } from '@/features/activity/ActivityLog';
import { readFilter } from '@/features/activity/useActivityFilter';
import Stack from '@mui/material/Stack';

export const loader = prefetchLoader(({ may, search }) => [
  may('audit.read') &&
    listActivityPages.initiate(readFilter(search), { forceRefetch: maxAgeSeconds }),
]);

/** The activity log, for those who may read it. */
export function Component() {
  const { may } = usePermissions();
  if (may('audit.read')) return <ActivityLog />;
  return (
    <Stack spacing={2}>
      <PageHeader title="Activity log" />
      <NoPermission what="the activity log" />
    </Stack>
  );
}

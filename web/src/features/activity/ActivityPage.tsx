import { auditApi } from '@/api/generated';
import { pageSize } from '@/api/listPages';
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
    auditApi.endpoints.listActivity.initiate(
      { ...readFilter(search), limit: pageSize },
      { forceRefetch: maxAgeSeconds },
    ),
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

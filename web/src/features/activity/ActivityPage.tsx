import { listActivityPages } from '@/api/activityPages';
import { fresh } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { useMay } from '@/api/useMay';
import { ActivityLog } from '@/features/activity/ActivityLog';
import { readFilter } from '@/features/activity/useActivityFilter';
import Stack from '@mui/material/Stack';

export const loader = prefetchLoader(({ may, search }) => [may('audit.read') && listActivityPages.initiate(readFilter(search), { forceRefetch: fresh })]);

/** This folder is the activity log: who did what, with whose data, when and from where. */
export function Component() {
  const { may } = useMay();
  if (may('audit.read')) return <ActivityLog />;
  return (
    <Stack spacing={3}>
      <PageHeader title="Activity log" />
      <NoPermission what="the activity log" />
    </Stack>
  );
}

import Stack from '@mui/material/Stack';

import { usePageTitle } from '@/app/usePageTitle';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';

/** An honest answer for screens that later releases bring. */
export function Component() {
  return (
    <Stack spacing={3}>
      <PageHeader title={usePageTitle()} />
      <EmptyState title="This screen is not part of this release yet." />
    </Stack>
  );
}

import Stack from '@mui/material/Stack';

import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';
import { paths } from '@/lib/paths';

/** For addresses that lead nowhere. */
export function Component() {
  return (
    <Stack spacing={2}>
      <PageHeader title="Page not found" />
      <EmptyState
        title="There is nothing at this address."
        hint="The link may be old, or a letter may be missing."
        action={
          <ButtonLink to={paths.dashboard} variant="contained">
            Go to the dashboard
          </ButtonLink>
        }
      />
    </Stack>
  );
}

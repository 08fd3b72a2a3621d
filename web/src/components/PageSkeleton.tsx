import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

/** The outline of a page while it loads. */
export function PageSkeleton() {
  return (
    <Stack spacing={2} role="status" aria-label="Loading">
      <Skeleton variant="text" width={240} height={48} />
      <Skeleton variant="rounded" height={320} />
    </Stack>
  );
}

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

import { EmptyState } from '@/components/EmptyState';

/** When a page breaks or its code cannot be fetched. A plain link, because the page's own state is not to be trusted any more. */
export function RouteError() {
  return (
    <EmptyState
      title="Something went wrong on this page."
      hint="Your saved records are safe. Reloading mostly helps, for instance after an update of Celadon."
      action={(
        <Stack direction="row" sx={{ gap: 1.5, mt: 1 }}>
          <Button variant="contained" onClick={() => window.location.reload()}>Reload</Button>
          <Button href="/">Go to the dashboard</Button>
        </Stack>
      )}
    />
  );
}

import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';

import { EmptyState } from '@/components/EmptyState';
import { paths } from '@/lib/paths';

/** Shown when a page breaks or its code cannot be fetched. The link reloads the app, because its state cannot be trusted any more. */
export function RouteError() {
  return (
    <EmptyState
      title="Something went wrong on this page."
      hint="Your saved records are safe. Reloading mostly helps, for instance after an update of Celadon."
      action={
        <Stack direction="row" sx={{ columnGap: 3, flexWrap: 'wrap', justifyContent: 'center' }}>
          <Link
            component="button"
            type="button"
            onClick={() => window.location.reload()}
            sx={linkStyle}
          >
            Reload
          </Link>
          <Link href={paths.dashboard} sx={linkStyle}>
            Go to the dashboard
          </Link>
        </Stack>
      }
    />
  );
}

const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  font: 'inherit',
  fontWeight: 600,
} as const;

import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** A link with the least height of a touch target. */
export function AuthLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, px: 1 }}
    >
      {children}
    </Link>
  );
}

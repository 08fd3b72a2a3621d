import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface Props {
  to: string;
  /** The accessible name, where the text alone does not say whose it is. */
  label?: string;
  strong?: boolean;
  children: ReactNode;
}

/** The link of a row, 44 px high. In a table or card its margins are negative, so that it fits between lines of text. */
export function RowLink({ to, label, strong = false, children }: Props) {
  return (
    <Link component={RouterLink} to={to} aria-label={label} sx={strong ? strongRow : row}>
      {children}
    </Link>
  );
}

const row = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  // Padding and not height alone, so that a name of two lines does not lie over its neighbours.
  'tr &, dl &, .name &': { py: 1.25, my: -1.5 },
} as const;
const strongRow = { ...row, fontWeight: 600 } as const;

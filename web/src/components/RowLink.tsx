import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface Props {
  to: string;
  /** Where the words alone do not say whose it is. */
  label?: string;
  strong?: boolean;
  children: ReactNode;
}

/** The way from a row to what it is of, a finger high: among a record's other lines, those above and below make room for that. */
export function RowLink({ to, label, strong = false, children }: Props) {
  return <Link component={RouterLink} to={to} aria-label={label} sx={strong ? strongRow : row}>{children}</Link>;
}

const row = { display: 'inline-flex', alignItems: 'center', minHeight: 44, 'tr &, dl &, .name &': { my: -1.5 } } as const;
const strongRow = { ...row, fontWeight: 600 } as const;

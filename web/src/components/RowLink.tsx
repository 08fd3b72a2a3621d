import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  to: string;
  /** Where the words alone do not say whose it is. */
  label?: string;
  strong?: boolean;
  children: ReactNode;
}

/** The way from a row to what it is of, a finger high: plain, because a list has fifty of them (theme.ts has its looks). */
export function RowLink({ to, label, strong = false, children }: Props) {
  return <Link to={to} className={strong ? 'row-link strong' : 'row-link'} {...(label && { 'aria-label': label })}>{children}</Link>;
}

import MuiButton from '@mui/material/Button';
import { Link, type LinkProps } from 'react-router';

import type { ButtonLook } from '@/components/Button';

interface Props extends ButtonLook, Omit<LinkProps, 'className' | 'color'> {}

/** A link to another page that looks like a button. */
export function ButtonLink(props: Props) {
  return <MuiButton component={Link} {...props} />;
}

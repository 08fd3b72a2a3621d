import MuiButton from '@mui/material/Button';
import type { ComponentProps } from 'react';

import type { ButtonLook } from '@/components/Button';

interface Props extends ButtonLook, Omit<ComponentProps<'a'>, 'className' | 'color'> {
  href: string;
}

/** The way out of this app, or to a file, as a button. */
export function ButtonAnchor(props: Props) {
  return <MuiButton {...props} />;
}

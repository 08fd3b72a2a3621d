import MuiButton from '@mui/material/Button';
import type { ComponentProps } from 'react';

import type { ButtonLook } from '@/components/Button';

interface Props extends ButtonLook, Omit<ComponentProps<'a'>, 'className' | 'color'> {
  href: string;
}

/** A link out of this app, or to a file, that looks like a button. */
export function ButtonAnchor(props: Props) {
  return <MuiButton {...props} />;
}

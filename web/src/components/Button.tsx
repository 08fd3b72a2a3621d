import MuiButton, { type ButtonOwnProps } from '@mui/material/Button';
import type { ComponentProps } from 'react';

/** How a button may look, and a link that looks like one; theme/buttons.ts says how that is. */
export interface ButtonLook extends Pick<ButtonOwnProps, 'startIcon' | 'endIcon' | 'sx'> {
  variant?: 'text' | 'outlined' | 'contained' | undefined;
  size?: 'medium' | 'large' | undefined;
  /** `inherit`: the colour of what it stands in. */
  color?: 'primary' | 'error' | 'inherit' | undefined;
}

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'color'> {
  /** What was pressed is on its way: it cannot be pressed again, and its word makes room for a turning ring. */
  loading?: boolean;
}

/** What is pressed: MUI's button, in the looks that there are here. */
export function Button(props: Props) {
  return <MuiButton {...props} />;
}

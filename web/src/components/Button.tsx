import MuiButton, { type ButtonOwnProps } from '@mui/material/Button';
import type { ComponentProps } from 'react';

/** The looks of a button, and of a link that looks like one (theme/buttons.ts). */
export interface ButtonLook extends Pick<ButtonOwnProps, 'startIcon' | 'endIcon' | 'sx'> {
  variant?: 'text' | 'outlined' | 'contained' | undefined;
  /** `small`: lower to the eye, in rows; what can be pressed is as high as ever. */
  size?: 'small' | 'medium' | 'large' | undefined;
  /** `inherit`: the text colour of the parent. */
  color?: 'primary' | 'error' | 'inherit' | undefined;
}

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'color'> {
  /** Disabled, with a spinner over the label. */
  loading?: boolean;
}

/** MUI's button, limited to the looks used here. */
export function Button(props: Props) {
  return <MuiButton {...props} />;
}

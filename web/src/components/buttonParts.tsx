import type { ReactNode } from 'react';

export interface ButtonLook {
  variant?: 'text' | 'outlined' | 'contained' | undefined;
  size?: 'medium' | 'large' | undefined;
  /** `inherit`: the colour of what it stands in. */
  color?: 'primary' | 'error' | 'inherit' | undefined;
  startIcon?: ReactNode;
  endIcon?: ReactNode;
}

/** What a button and a link that looks like one have in common (theme/buttons.ts has the looks). */
export function buttonParts({ variant = 'text', size = 'medium', color = 'primary', startIcon, endIcon }: ButtonLook, children: ReactNode) {
  return {
    className: `button ${variant} ${size} ${color}`,
    content: (
      <>
        {startIcon && <span className="button-before">{startIcon}</span>}
        {children}
        {endIcon && <span className="button-after">{endIcon}</span>}
      </>
    ),
  };
}

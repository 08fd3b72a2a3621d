import type { ComponentProps, ReactNode } from 'react';

import { buttonParts, type ButtonLook } from '@/components/buttonParts';

interface Props extends ButtonLook, Omit<ComponentProps<'a'>, 'className' | 'children' | 'color'> {
  href: string;
  children: ReactNode;
}

/** The way out of this app, or to a file, as a button. */
export function ButtonAnchor({ variant, size, color, startIcon, endIcon, children, ...rest }: Props) {
  const { className, content } = buttonParts({ variant, size, color, startIcon, endIcon }, children);
  return <a {...rest} className={className}>{content}</a>;
}

import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

import { buttonParts, type ButtonLook } from '@/components/buttonParts';

interface Props extends ButtonLook, Omit<LinkProps, 'className' | 'children' | 'color'> {
  children: ReactNode;
}

/** The way to another page, as a button. */
export function ButtonLink({ variant, size, color, startIcon, endIcon, children, ...rest }: Props) {
  const { className, content } = buttonParts({ variant, size, color, startIcon, endIcon }, children);
  return <Link {...rest} className={className}>{content}</Link>;
}

import { useId, type ComponentProps, type ReactNode } from 'react';

import { buttonParts, type ButtonLook } from '@/components/buttonParts';

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'className' | 'children' | 'color'> {
  children: ReactNode;
  /** What was pressed is on its way: it cannot be pressed again, and its word makes room for a turning ring. */
  loading?: boolean;
}

/** What is pressed: a plain element under the rules of theme/buttons.ts, because a page has a dozen of them. */
export function Button({ variant, size, color, startIcon, endIcon, loading = false, disabled = false, type = 'button', children, id: given, ...rest }: Props) {
  const own = useId();
  const id = given ?? (loading ? own : undefined);
  const { className, content } = buttonParts({ variant, size, color, startIcon, endIcon }, children);
  return (
    <button {...rest} {...(id && { id })} type={type} className={loading ? `${className} busy` : className} disabled={disabled || loading}>
      {content}
      {loading && <span className="button-busy" role="progressbar" aria-labelledby={id} />}
    </button>
  );
}

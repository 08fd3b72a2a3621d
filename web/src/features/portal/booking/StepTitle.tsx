import { useEffect, useRef, type ReactNode } from 'react';

/** A step's heading. The button that led here is gone: a screen reader continues at the heading. */
export function StepTitle({ first = false, children }: { first?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (first) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [first]);
  return (
    <h1 ref={heading} tabIndex={-1} className="arrived">
      {children}
    </h1>
  );
}

import { useLayoutEffect, useRef } from 'react';

/** Tells the notices the height of a bar at the foot of the page, so that they are shown above it. `content` is what changes its height. */
export function useFootBar<Bar extends HTMLElement>(content: unknown) {
  const bar = useRef<Bar>(null);
  useLayoutEffect(() => {
    const page = document.documentElement.style;
    page.setProperty('--foot-bar', `${bar.current?.offsetHeight ?? 0}px`);
    return () => void page.removeProperty('--foot-bar');
  }, [content]);
  return bar;
}

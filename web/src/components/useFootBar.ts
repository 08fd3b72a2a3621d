import { useLayoutEffect, useRef } from 'react';

/**
 * Sets the CSS variable `--foot-bar` to the height of a bar at the foot of the page: notices and what has the focus stay above it.
 * `content` is what changes the height.
 */
export function useFootBar<Bar extends HTMLElement>(content: unknown) {
  const bar = useRef<Bar>(null);
  useLayoutEffect(() => {
    const page = document.documentElement.style;
    const measure = () => page.setProperty('--foot-bar', `${bar.current?.offsetHeight ?? 0}px`);
    measure();
    // Its lines also break otherwise when the window changes, and when its words do.
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      page.removeProperty('--foot-bar');
    };
  }, [content]);
  return bar;
}

import { useLayoutEffect, type RefObject } from 'react';

/**
 * Sets the CSS variable `--panel-beside` to the width that a panel takes at the right of the page: notices stand beside it, because they
 * would cover its button and what is chosen in it.
 */
export function useRoomBeside(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const page = document.documentElement.style;
    const measure = () => {
      const { left = innerWidth, width = 0 } = panel.current?.getBoundingClientRect() ?? {};
      page.setProperty('--panel-beside', `${width > 0 ? innerWidth - left : 0}px`);
    };
    measure();
    // Its room is taken by another panel, and the window changes.
    const sizes = new ResizeObserver(measure);
    if (panel.current) sizes.observe(panel.current);
    addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', measure);
      page.removeProperty('--panel-beside');
    };
  }, [panel]);
}

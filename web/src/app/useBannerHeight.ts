import { useCallback } from 'react';

/** For what stands above the page: sets the CSS variable `--banners` to its height, so that the calendar takes the rest of the window. */
export function useBannerHeight() {
  return useCallback((banners: HTMLElement | null) => {
    if (!banners) return undefined;
    const page = document.documentElement.style;
    const sizes = new ResizeObserver(() =>
      page.setProperty('--banners', `${banners.offsetHeight}px`),
    );
    sizes.observe(banners);
    return () => sizes.disconnect();
  }, []);
}

import Box from '@mui/material/Box';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** The head of a record, which stays while the record scrolls below it; on a phone, also one held across, where it would fill half of the screen, it scrolls along. */
export function StickyHeader({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const page = document.documentElement.style;
    // What has the focus must not lie below the header.
    const measure = () =>
      page.setProperty(
        'scroll-padding-top',
        getComputedStyle(element).position === 'sticky' ? `${element.offsetHeight + 8}px` : '0px',
      );
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => {
      watch.disconnect();
      page.removeProperty('scroll-padding-top');
    };
  }, []);
  return (
    <Box
      ref={box}
      sx={{
        '@media (min-width: 700px) and (min-height: 600px)': { position: 'sticky' },
        top: 0,
        zIndex: 3,
        bgcolor: 'background.default',
        displayPrint: 'block',
        mx: -1,
        px: 1,
        pb: 1,
      }}
    >
      {children}
    </Box>
  );
}

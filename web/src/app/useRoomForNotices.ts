import { useLayoutEffect, type RefObject } from 'react';

/** The distance, in px, that the notices keep from what is below them. */
export const gap = 24;

/**
 * Keeps the notices from covering what is to be pressed or read. The page gets as much room at its end as they take (`--notices`), so that
 * its last line can be scrolled out from under them; and they stand above the buttons of a dialog that reaches down to them
 * (`--dialog-foot`), whose content then gets that room at its end (`--dialog-room`). A panel that is as high as the window ends above them
 * (`--notices-top`). `content` is what changes their height.
 */
export function useRoomForNotices(stack: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const page = document.documentElement.style;
    const measure = () => {
      const height = stack.current?.childElementCount ? stack.current.offsetHeight + gap : 0;
      page.setProperty('--notices', `${height}px`);
      const buttons = [...document.querySelectorAll('.MuiDialogActions-root')]
        .at(-1)
        ?.getBoundingClientRect();
      const meets = buttons && height && buttons.bottom > innerHeight - height - gap;
      page.setProperty('--dialog-foot', `${meets ? innerHeight - buttons.top : 0}px`);
      page.setProperty('--dialog-room', `${meets ? height : 0}px`);
      const top = height ? stack.current?.getBoundingClientRect().top : undefined;
      page.setProperty('--notices-top', `${top === undefined ? 0 : innerHeight - top + gap / 2}px`);
    };
    measure();
    // A dialog is added to the body and taken from it.
    const dialogs = new MutationObserver(measure);
    dialogs.observe(document.body, { childList: true });
    addEventListener('resize', measure);
    return () => {
      dialogs.disconnect();
      removeEventListener('resize', measure);
    };
  }, [stack, content]);
}

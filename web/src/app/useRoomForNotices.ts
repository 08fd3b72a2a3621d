import { useLayoutEffect, type RefObject } from 'react';

/** The distance, in px, that the notices keep from what is below them. */
export const gap = 24;

/** The most of the screen's height that a dialog leaves to notices: it is worked in. */
const most = 0.6;

/**
 * Keeps the notices from covering what is to be pressed or read. The page gets as much room at its end as they take (`--notices`), so that
 * its last line can be scrolled out from under them; and a dialog that would reach down to them ends above them (`--dialog-room`), with its
 * buttons and the sentence that explains these. A panel that is as high as the window ends above them too (`--notices-top`). `content` is
 * what changes their height.
 */
export function useRoomForNotices(stack: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const page = document.documentElement.style;
    const measure = () => {
      const shown = stack.current?.childElementCount ? stack.current : null;
      page.setProperty('--notices', `${shown ? shown.offsetHeight + gap : 0}px`);
      const top = shown?.getBoundingClientRect().top ?? innerHeight + gap / 2;
      page.setProperty('--notices-top', `${innerHeight - top + gap / 2}px`);
      // The dialog is measured where it stands without that room, else it would go back as soon as it has it.
      page.setProperty('--dialog-room', '0px');
      const dialog = [...document.querySelectorAll('.MuiDialog-paper')].at(-1);
      if (!shown || !dialog) return;
      if (dialog.getBoundingClientRect().bottom > top)
        page.setProperty('--dialog-room', `${Math.min(innerHeight - top, innerHeight * most)}px`);
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

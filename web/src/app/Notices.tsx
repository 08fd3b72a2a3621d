import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDispatch } from 'react-redux';

import { asFailure } from '@/api/failure';
import { useAppSelector } from '@/api/store';
import { NoticeBar, OfflineBar } from '@/app/NoticeBar';
import { gap, useRoomForNotices } from '@/app/useRoomForNotices';
import { announced, dismissed, keepUndosOf, undoOf } from '@/lib/notices';
import { offlineWords, useOnline } from '@/lib/useOnline';

/**
 * The element that holds the notices, next to the app's root. An open MUI dialog sets aria-hidden on its siblings, but not on a slot:
 * notices of what happens in the dialog must be announced.
 */
const container = document.body.appendChild(document.createElement('slot'));

// An open MUI dialog traps the focus with a listener on the document. Notices are outside of it and must be closable by keyboard, so the
// focus may stay here, and Tab from the dialog's last element leads here before it wraps to the dialog's start. MUI marks the end of its
// focus trap with data-testid="sentinelEnd".
container.addEventListener('focusin', (event) => event.stopPropagation());
window.addEventListener(
  'focusin',
  (event) => {
    const first = container.querySelector('button');
    if (
      !first ||
      !(event.target instanceof HTMLElement) ||
      event.target.dataset['testid'] !== 'sentinelEnd' ||
      container.contains(event.relatedTarget as Node | null)
    )
      return;
    event.stopPropagation();
    first.focus();
  },
  { capture: true },
);

/** How many are shown at once; older errors follow when one is closed. */
const maxShown = 3;

/** The notices as a stack, the newest on top: a polite live region, with errors as alerts. */
export function Notices() {
  const list = useAppSelector((state) => state.notices.list);
  const online = useOnline();
  const dispatch = useDispatch();
  const shown = useRef<HTMLDivElement>(null);
  useRoomForNotices(shown, `${list.map(({ id }) => id).join(' ')} ${online}`);
  const before = useRef<HTMLElement>(null);
  const closing = useRef(false);

  useEffect(() => {
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !container.contains(relatedTarget))
        before.current = relatedTarget;
    };
    container.addEventListener('focusin', remember);
    return () => container.removeEventListener('focusin', remember);
  }, []);

  // Closing a notice removes the focused button: move the focus to the next notice, or back to where it was.
  useEffect(() => {
    if (!closing.current) return;
    closing.current = false;
    (container.querySelector('button') ?? before.current)?.focus();
  }, [list]);

  useEffect(() => keepUndosOf(list), [list]);

  const close = (id: number) => {
    closing.current = container.contains(document.activeElement);
    dispatch(dismissed(id));
  };
  const undoNotice = async (id: number) => {
    const undo = undoOf(id);
    close(id);
    try {
      await undo?.();
    } catch (thrown) {
      dispatch(
        announced({ tone: 'error', text: `Not undone. ${asFailure(thrown).message}`, undo }),
      );
    }
  };
  return createPortal(
    // Always mounted: screen readers announce what is added to a live region, but often not a region that is added with its text. An
    // error within it is an alert, which is announced at once. The order is that of reading and of Tab.
    <Box ref={shown} role="status" aria-atomic="false" sx={stack}>
      {list.slice(0, maxShown).map((notice) => (
        <NoticeBar
          key={notice.id}
          notice={notice}
          onUndo={() => void undoNotice(notice.id)}
          onClose={() => close(notice.id)}
        />
      ))}
      {!online && <OfflineBar>{offlineWords}</OfflineBar>}
    </Box>,
    container,
  );
}

const stack = {
  position: 'fixed',
  zIndex: 'snackbar',
  insetInlineStart: 0,
  // Beside a panel at the right of the page, such as the form that books, which sets this variable to its width.
  insetInlineEnd: 'var(--panel-beside, 0px)',
  // Above a bar at the foot of the page, such as the exam's, which sets this variable to its height.
  bottom: `calc(var(--bottom-bar, 0px) + var(--foot-bar, 0px) + ${gap}px)`,
  display: 'flex',
  displayPrint: 'none',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  px: 2,
  // Taps go through to the page below: on a phone that is often the next button to press.
  pointerEvents: 'none',
} as const;

import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDispatch } from 'react-redux';

import { NoticeBar, OfflineBar } from '@/app/NoticeBar';
import { dismissed } from '@/lib/notices';
import { useAppSelector } from '@/api/store';
import { offlineWords, useOnline } from '@/lib/useOnline';

/**
 * Beside the app: an open dialog hides all that stands next to it from a screen reader, and what happens in the dialog is what is
 * to be heard. A slot is of the few elements that no page may hide so, and MUI keeps to that.
 */
const beside = document.body.appendChild(document.createElement('slot'));

// An open dialog takes the focus back from whatever stands outside of it, with a listener on the document. Notices are outside, and
// must be closable by keyboard all the same: the focus may rest here, and Tab at the end of a dialog leads here before it leads to the
// dialog's beginning. The mark is MUI's own, on the last element that its dialogs give the focus to.
beside.addEventListener('focusin', (event) => event.stopPropagation());
window.addEventListener('focusin', (event) => {
  const first = beside.querySelector('button');
  if (!first || !(event.target instanceof HTMLElement) || event.target.dataset['testid'] !== 'sentinelEnd' || beside.contains(event.relatedTarget as Node | null)) return;
  event.stopPropagation();
  first.focus();
}, { capture: true });

/** As many as are read at a glance; older errors follow when one is closed. */
const most = 3;

/** Shows what happened as a stack, the newest on top: politely, and errors at once. */
export function Notices() {
  const list = useAppSelector((state) => state.notices.list);
  const online = useOnline();
  const dispatch = useDispatch();
  const before = useRef<HTMLElement>(null);
  const closing = useRef(false);

  useEffect(() => {
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !beside.contains(relatedTarget)) before.current = relatedTarget;
    };
    beside.addEventListener('focusin', remember);
    return () => beside.removeEventListener('focusin', remember);
  }, []);

  // A bar that is closed takes the focus with it: it goes to the next one, or back to where it was.
  useEffect(() => {
    if (!closing.current) return;
    closing.current = false;
    (beside.querySelector('button') ?? before.current)?.focus();
  }, [list]);

  const close = (id: number) => {
    closing.current = beside.contains(document.activeElement);
    dispatch(dismissed(id));
  };
  return createPortal(
    // Always there: what is put into a region is announced, a region that comes with its words often is not. An error within it is an
    // alert, a region of its own that is heard at once. They stand in the order they are read and reached in.
    <Box role="status" aria-atomic="false" sx={stack}>
      {list.slice(0, most).map((notice) => <NoticeBar key={notice.id} notice={notice} onClose={() => close(notice.id)} />)}
      {!online && <OfflineBar>{offlineWords}</OfflineBar>}
    </Box>,
    beside,
  );
}

const stack = {
  position: 'fixed',
  zIndex: 'snackbar',
  insetInline: 0,
  // A bar at the foot of the page (the exam's) says how high it is, and stays in sight.
  bottom: 'calc(var(--foot-bar, 0px) + 24px)',
  display: 'flex',
  displayPrint: 'none',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  px: 2,
  // A tap goes through to what lies beneath: on a phone that is often the very next button.
  pointerEvents: 'none',
} as const;

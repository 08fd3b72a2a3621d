import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useDispatch } from 'react-redux';

import { dismissed } from '@/app/notices';
import { useAppSelector } from '@/app/store';

const NoticeBar = lazy(async () => ({ default: (await import('@/app/NoticeBar')).NoticeBar }));

/**
 * Beside the app: an open dialog hides all that stands next to it from a screen reader, and what happens in the dialog is what is
 * to be heard. A slot is of the few elements that no page may hide so, and MUI keeps to that.
 */
const beside = document.body.appendChild(document.createElement('slot'));

/** Shows the notices one after the other: politely, and errors at once. */
export function Notices() {
  const notice = useAppSelector((state) => state.notices.queue[0]);
  const dispatch = useDispatch();
  const isError = notice?.tone === 'error';
  const bar = notice && (
    <Suspense fallback={null}>
      <NoticeBar key={notice.id} notice={notice} onClose={() => void dispatch(dismissed(notice.id))} />
    </Suspense>
  );
  return createPortal(
    <>
      {/* Always there: what is put into a region is announced, a region that comes with its words often is not. */}
      <div role="status">{!isError && bar}</div>
      {isError && bar}
    </>,
    beside,
  );
}

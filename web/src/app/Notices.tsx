import { lazy, Suspense } from 'react';
import { useDispatch } from 'react-redux';

import { dismissed } from '@/app/notices';
import { useAppSelector } from '@/app/store';

const NoticeBar = lazy(async () => ({ default: (await import('@/app/NoticeBar')).NoticeBar }));

/** Shows the notices one after the other: politely, and errors at once. */
export function Notices() {
  const notice = useAppSelector((state) => state.notices.queue[0]);
  const dispatch = useDispatch();
  if (!notice) return null;
  return (
    <Suspense fallback={null}>
      <NoticeBar key={notice.id} notice={notice} onClose={() => void dispatch(dismissed(notice.id))} />
    </Suspense>
  );
}

import { lazy, Suspense, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';

import { useLazyShowClinicSettingsQuery, useLogoutMutation } from '@/api/generated';
import { sessionEnded } from '@/api/signedOut';
import { useIdle } from '@/app/useIdle';
import { hearOtherTabs, tellOtherTabs } from '@/lib/otherTabs';
import { hasUnsavedWork } from '@/lib/unsavedWork';

const StillThereDialog = lazy(async () => ({ default: (await import('@/app/StillThereDialog')).StillThereDialog }));

/** Nobody reads records over an empty chair: asks a minute before the clinic's idle time is over, then signs out. */
export function IdleWatch({ idleMinutes }: { idleMinutes: number }) {
  const [touch] = useLazyShowClinicSettingsQuery();
  const [logout] = useLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { idle, stay } = useIdle({ idleMinutes, onStillActive: () => void touch() });
  const over = idle.phase === 'over';

  useEffect(() => hearOtherTabs((message) => {
    if (message === 'signed-out') dispatch(sessionEnded());
  }), [dispatch]);

  useEffect(() => {
    if (!over) return;
    if (hasUnsavedWork()) {
      // What was typed stays, behind the sign-in that now covers the page.
      void logout();
      tellOtherTabs('signed-out');
      dispatch(sessionEnded());
    } else {
      void navigate(`/sign-out?${new URLSearchParams({ next: `${pathname}${search}`, because: 'idle' })}`, { replace: true });
    }
  }, [over, pathname, search, logout, dispatch, navigate]);

  if (idle.phase !== 'warning') return null;
  return (
    <Suspense fallback={null}>
      <StillThereDialog secondsLeft={idle.secondsLeft} onStay={stay} />
    </Suspense>
  );
}

import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';

import { useLazyShowClinicSettingsQuery, useLogoutMutation } from '@/api/generated';
import { sessionEnded } from '@/api/signedOut';
import { StillThereDialog } from '@/app/StillThereDialog';
import { useIdle } from '@/app/useIdle';
import { hearOtherTabs, tellOtherTabs } from '@/lib/otherTabs';
import { notePresence } from '@/lib/presence';
import { hasUnsavedWork } from '@/lib/unsavedWork';

/** Nobody reads records over an empty chair: asks a minute before the clinic's idle time is over, then signs out. */
export function IdleWatch({ idleMinutes }: { idleMinutes: number }) {
  const [touch] = useLazyShowClinicSettingsQuery();
  const [logout] = useLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { idle, stay } = useIdle({
    idleMinutes,
    onStillActive: () => {
      // Somebody was there since the server was last told, here or in another tab, if not in this very moment.
      notePresence();
      void touch();
    },
  });
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
  return <StillThereDialog secondsLeft={idle.secondsLeft} onStay={stay} />;
}

import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';

import { useLazyShowClinicSettingsQuery, useLogoutMutation } from '@/api/generated';
import { sessionEnded } from '@/lib/signedOut';
import { IdleWarningDialog } from '@/app/IdleWarningDialog';
import { useIdle } from '@/app/useIdle';
import { paths } from '@/lib/paths';
import { onTabMessage, broadcastToTabs } from '@/lib/tabMessages';
import { leaveForTablet } from '@/lib/tablet';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { noteUserActivity } from '@/lib/userActivity';

/** Warns a minute before the clinic's idle time is over, then signs out, so that an unattended screen shows no records. */
export function IdleTimeout({ idleMinutes }: { idleMinutes: number }) {
  const [touch] = useLazyShowClinicSettingsQuery();
  const [logout] = useLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { idle, stay } = useIdle({
    idleMinutes,
    onStillActive: () => {
      // The activity was up to a minute ago: the request must count as made by a person all the same.
      noteUserActivity();
      void touch();
    },
  });
  const over = idle.phase === 'over';

  useEffect(
    () =>
      onTabMessage((message) => {
        if (message === 'signed-out') dispatch(sessionEnded());
        if (message === 'handed-over') leaveForTablet();
      }),
    [dispatch],
  );

  useEffect(() => {
    if (!over) return;
    if (hasUnsavedWork()) {
      // Unsaved work stays, below the dialog that signs in again.
      void logout();
      broadcastToTabs('signed-out');
      dispatch(sessionEnded());
    } else {
      void navigate(
        `${paths.signOut}?${new URLSearchParams({ next: `${pathname}${search}`, because: 'idle' })}`,
        { replace: true },
      );
    }
  }, [over, pathname, search, logout, dispatch, navigate]);

  if (idle.phase !== 'warning') return null;
  return <IdleWarningDialog secondsLeft={idle.secondsLeft} onStay={stay} />;
}

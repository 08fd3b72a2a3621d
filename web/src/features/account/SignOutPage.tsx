import { useCallback, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router';

import { baseApi } from '@/api/baseApi';
import { isFailure, isTransient } from '@/api/failure';
import { useLogoutMutation } from '@/api/generated';
import { sessionEnded, sessionResumed } from '@/lib/signedOut';
import { LoadFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { AuthLayout } from '@/features/account/AuthLayout';
import { paths } from '@/lib/paths';
import { broadcastToTabs } from '@/lib/tabMessages';

/** Signs out on a page of its own: no record is on the screen by then, and leaving unsaved work has been confirmed. */
export function Component() {
  const [logout, { error }] = useLogoutMutation();
  const [params] = useSearchParams();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const started = useRef(false);

  const leave = useCallback(async () => {
    try {
      await logout().unwrap();
    } catch (thrown) {
      // A 401 means the session is over already; after any other failure it may still be open.
      if (!isFailure(thrown) || thrown.status !== 401) return;
    }
    broadcastToTabs('signed-out');
    dispatch(baseApi.util.resetApiState());
    dispatch(sessionResumed());
    await navigate(`${paths.signIn}?${params}`, { replace: true });
  }, [logout, dispatch, navigate, params]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // The cache is emptied first, even if the server cannot be reached.
    dispatch(sessionEnded());
    dispatch(baseApi.util.resetApiState());
    void leave();
  }, [dispatch, leave]);

  return (
    <AuthLayout title="Signing out">
      {error && 'status' in error && error.status !== 401 ? (
        <LoadFailure
          what="You may still be signed in: the server could not be reached."
          transient={isTransient(error)}
          onRetry={() => void leave()}
        />
      ) : (
        <PageSkeleton />
      )}
    </AuthLayout>
  );
}

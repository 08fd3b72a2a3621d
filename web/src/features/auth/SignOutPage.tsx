import { useCallback, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router';

import { isFailure, mayPass } from '@/api/failure';
import { generatedApi, useLogoutMutation } from '@/api/generated';
import { sessionEnded, sessionResumed } from '@/api/signedOut';
import { LoadFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { AuthFrame } from '@/features/auth/AuthFrame';
import { tellOtherTabs } from '@/lib/otherTabs';

/** Signs out as a page of its own: by then no page of records is open, and what was unsaved has been asked about. */
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
      // A session that is over already is as good; anything else may have left it open.
      if (!isFailure(thrown) || thrown.status !== 401) return;
    }
    tellOtherTabs('signed-out');
    dispatch(generatedApi.util.resetApiState());
    dispatch(sessionResumed());
    await navigate(`/sign-in?${params}`, { replace: true });
  }, [logout, dispatch, navigate, params]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // Nothing of the records stays in memory or in sight, even where the server cannot be reached.
    dispatch(sessionEnded());
    dispatch(generatedApi.util.resetApiState());
    void leave();
  }, [dispatch, leave]);

  return (
    <AuthFrame title="Signing out">
      {error && 'status' in error && error.status !== 401
        ? <LoadFailure what="You may still be signed in: the server could not be reached." passing={mayPass(error)} onRetry={() => void leave()} />
        : <PageSkeleton />}
    </AuthFrame>
  );
}

import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation } from 'react-router';

import { useShowSessionQuery } from '@/api/generated';
import { sessionEnded } from '@/api/signedOut';
import { AppShell } from '@/app/AppShell';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ProofProvider } from '@/components/ProofProvider';
import { MustEnrol } from '@/features/second-factor/MustEnrol';

/** The door to the staff's screens: opens for a session, sends everybody else to sign in and back to where they were going. */
export function StaffArea() {
  const query = useShowSessionQuery();
  const { data: session, error } = query;
  const { pathname, search } = useLocation();
  const dispatch = useDispatch();
  const refused = error && 'status' in error && error.status === 401;

  // From when the clinic asks for it until the recovery codes are kept, also after the session has it.
  const [enrolling, setEnrolling] = useState(false);
  const [opened, setOpened] = useState(false);
  const mustEnrol = session?.second_factor === 'must_enrol';
  if (mustEnrol && !enrolling) setEnrolling(true);
  if (session?.second_factor === 'off' && enrolling) setEnrolling(false);
  if (session && !mustEnrol && !enrolling && !opened) setOpened(true);

  // Whoever was signed in keeps their page, under the dialog that lets them sign in again.
  useEffect(() => {
    if (session && refused) dispatch(sessionEnded());
  }, [session, refused, dispatch]);

  if (session) {
    return (
      <ProofProvider>
        {opened && <AppShell session={session} />}
        {enrolling && <MustEnrol over={opened} onDone={() => setEnrolling(false)} />}
      </ProofProvider>
    );
  }
  if (refused) return <Navigate to={`/sign-in?${new URLSearchParams({ next: `${pathname}${search}` })}`} replace />;
  if (error) return <QueryFailure what="Celadon could not be reached." of={query} />;
  return <PageSkeleton />;
}

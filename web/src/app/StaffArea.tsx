import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation } from 'react-router';

import { useShowSessionQuery } from '@/api/generated';
import { sessionEnded } from '@/lib/signedOut';
import { AppShell } from '@/app/AppShell';
import { Enrolment } from '@/app/Enrolment';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ReauthenticationProvider } from '@/components/ReauthenticationProvider';
import { signInPath } from '@/lib/paths';

/** Guards the staff's screens: without a session it redirects to the sign-in, which leads back to the page that was wanted. */
export function StaffArea() {
  const query = useShowSessionQuery();
  const { data: session, error } = query;
  const { pathname, search, hash } = useLocation();
  const dispatch = useDispatch();
  const refused = error && 'status' in error && error.status === 401;

  // From when the clinic requires a second factor until the person has kept the recovery codes.
  const [enrolling, setEnrolling] = useState(false);
  const [opened, setOpened] = useState(false);
  const mustEnrol = session?.second_factor === 'must_enrol';
  if (mustEnrol && !enrolling) setEnrolling(true);
  if (session?.second_factor === 'off' && enrolling) setEnrolling(false);
  if (session && !mustEnrol && !enrolling && !opened) setOpened(true);

  // A session that ends keeps its page, below the dialog that signs in again.
  useEffect(() => {
    if (session && refused) dispatch(sessionEnded());
  }, [session, refused, dispatch]);

  if (session) {
    return (
      <ReauthenticationProvider>
        {opened && <AppShell session={session} />}
        {enrolling && <Enrolment over={opened} onDone={() => setEnrolling(false)} />}
      </ReauthenticationProvider>
    );
  }
  if (refused) return <Navigate to={signInPath(`${pathname}${search}${hash}`)} replace />;
  if (error) return <QueryFailure what="Celadon could not be reached." of={query} />;
  return <PageSkeleton />;
}

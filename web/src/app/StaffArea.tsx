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

  // The codes are kept once the person says so, though the session that says that it is on may come later.
  const [enrolment, setEnrolment] = useState<'none' | 'under way' | 'codes kept'>('none');
  const [opened, setOpened] = useState(false);
  const mustEnrol = session?.second_factor === 'must_enrol';
  if (mustEnrol && enrolment === 'none') setEnrolment('under way');
  if (session?.second_factor === 'off' && enrolment === 'under way') setEnrolment('none');
  if (session && !mustEnrol && enrolment === 'codes kept') setEnrolment('none');
  if (session && (enrolment === 'codes kept' || (!mustEnrol && enrolment === 'none')) && !opened)
    setOpened(true);

  // A session that ends keeps its page, below the dialog that signs in again.
  useEffect(() => {
    if (session && refused) dispatch(sessionEnded());
  }, [session, refused, dispatch]);

  if (session) {
    return (
      <ReauthenticationProvider>
        {opened && <AppShell session={session} />}
        {enrolment === 'under way' && (
          <Enrolment over={opened} onDone={() => setEnrolment('codes kept')} />
        )}
      </ReauthenticationProvider>
    );
  }
  if (refused) return <Navigate to={signInPath(`${pathname}${search}${hash}`)} replace />;
  if (error) return <QueryFailure what="Celadon could not be reached." query={query} />;
  return <PageSkeleton />;
}

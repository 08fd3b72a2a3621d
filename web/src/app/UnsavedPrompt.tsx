import { useBlocker } from 'react-router';

import { LeaveDialog } from '@/components/LeaveDialog';
import { hasUnsavedWork } from '@/lib/unsavedWork';

/** Asks before a link or the back button takes somebody away from typed and unsaved work. In the first load: the network may be gone by then. */
export function UnsavedPrompt() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  return <LeaveDialog onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}

import { useBlocker } from 'react-router';

import { LeaveDialog } from '@/components/LeaveDialog';
import { hasUnsavedWork } from '@/lib/unsavedWork';

/** Asks before a link or the back button leaves unsaved work. Part of the first load, because the network may be gone when it is needed. */
export function UnsavedPrompt() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return <LeaveDialog onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />;
}

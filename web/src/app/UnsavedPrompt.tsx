import { useBlocker } from 'react-router';

import { ConfirmDialog } from '@/components/ConfirmDialog';
import { hasUnsavedWork } from '@/lib/unsavedWork';

/** Asks before a link or the back button takes somebody away from typed and unsaved work. In the first load: the network may be gone by then. */
export function UnsavedPrompt() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      open
      question="Leave without saving?"
      detail="What you typed on this page would be lost."
      confirmLabel="Leave"
      cancelLabel="Stay on this page"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}

import { lazy, Suspense } from 'react';
import { useBlocker } from 'react-router';

import { hasUnsavedWork } from '@/lib/unsavedWork';

const ConfirmDialog = lazy(async () => ({ default: (await import('@/components/ConfirmDialog')).ConfirmDialog }));

/** Asks before a link or the back button takes somebody away from typed and unsaved work. */
export function UnsavedPrompt() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        question="Leave without saving?"
        detail="What you typed on this page would be lost."
        confirmLabel="Leave"
        cancelLabel="Stay on this page"
        onConfirm={() => blocker.proceed()}
        onClose={() => blocker.reset()}
      />
    </Suspense>
  );
}

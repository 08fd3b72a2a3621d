import { useCallback, useRef, useState, type ReactNode } from 'react';

import { isFailure } from '@/api/failure';
import { lazyDialog } from '@/components/lazyDialog';
import {
  ReauthenticationContext,
  reauthenticationCancelled,
  type WithReauthentication,
} from '@/components/useReauthentication';

const ReauthenticationDialog = lazyDialog(
  async () => (await import('@/components/ReauthenticationDialog')).ReauthenticationDialog,
);

interface OpenDialog {
  /** Settles when the dialog closes. */
  outcome: Promise<void>;
  confirm: () => void;
  cancel: () => void;
}

/** Holds the one dialog for a password that any action on the page may need. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const open = useRef<OpenDialog | null>(null);

  const show = useCallback((next: OpenDialog | null) => {
    open.current = next;
    setDialog(next);
  }, []);

  const withReauthentication = useCallback<WithReauthentication>(
    async (action) => {
      try {
        return await action();
      } catch (thrown) {
        if (!isFailure(thrown) || thrown.code !== 'proof_required') throw thrown;
      }
      // Two actions refused at once wait for the same dialog.
      if (!open.current) show(newDialog());
      await open.current?.outcome;
      return action();
    },
    [show],
  );

  const close = (settle: () => void) => {
    show(null);
    settle();
  };

  return (
    <ReauthenticationContext value={withReauthentication}>
      {children}
      {dialog && (
        <ReauthenticationDialog
          onConfirmed={() => close(dialog.confirm)}
          onClose={() => close(dialog.cancel)}
        />
      )}
    </ReauthenticationContext>
  );
}

function newDialog(): OpenDialog {
  const settle = { confirm: () => {}, cancel: () => {} };
  const outcome = new Promise<void>((resolve, reject) => {
    settle.confirm = resolve;
    settle.cancel = () => reject(reauthenticationCancelled);
  });
  return { outcome, ...settle };
}

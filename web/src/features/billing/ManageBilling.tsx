import type { ComponentProps } from 'react';

import { asFailure } from '@/api/failure';
import { useCreatePortalSessionMutation } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { useExternalRedirect } from '@/features/billing/useExternalRedirect';
import { useNotify } from '@/lib/notices';

/** Opens the payment provider's page for cards, invoices and cancelling; for roles that may. */
export function ManageBilling(
  look: Pick<ComponentProps<typeof Button>, 'variant' | 'color' | 'size'>,
) {
  const [open] = useCreatePortalSessionMutation();
  const { pending, setPending, redirect } = useExternalRedirect<true>();
  const notify = useNotify('billing page');
  if (!usePermissions().may('billing.portal')) return null;

  const go = async () => {
    setPending(true);
    try {
      const { url } = await open({}).unwrap();
      if (redirect(url)) return;
      notify({ tone: 'error', text: 'The billing page could not be opened. Please try again.' });
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('The billing page could not be opened.', failure.status);
      notify({
        tone: 'error',
        text:
          failure.message === 'Request failed'
            ? 'The billing page could not be opened. Please try again.'
            : failure.message,
      });
    }
    setPending(null);
  };
  return (
    <Button variant="outlined" {...look} onClick={() => void go()} loading={pending !== null}>
      Manage billing
    </Button>
  );
}

import type { ComponentProps } from 'react';

import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import type { RequiredEnrolment } from '@/features/account';

const useRequiredEnrolment = lazyCode(
  async () => (await import('@/features/account/RequiredEnrolment')).RequiredEnrolment,
);

/** Setting up the second factor that a clinic requires. Few are asked for it, so its code is fetched when it is needed. */
export function Enrolment(props: ComponentProps<typeof RequiredEnrolment>) {
  const { code: Required, failed, retry } = useRequiredEnrolment();
  if (Required) return <Required {...props} />;
  return failed ? (
    <LoadFailure
      what="The two-step sign-in could not be loaded."
      transient={false}
      onRetry={retry}
    />
  ) : (
    <PageSkeleton />
  );
}

import { useState, type ComponentProps } from 'react';

import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import type { RequiredEnrolment } from '@/features/account';

const useRequiredEnrolment = lazyCode(async () => (await import('@/features/account/RequiredEnrolment')).RequiredEnrolment);

/** Setting up the second factor that a clinic requires. Few are asked for it, so its code is fetched when it is needed. */
export function Enrolment(props: ComponentProps<typeof RequiredEnrolment>) {
  const [attempt, setAttempt] = useState(1);
  const { code: Required, failed } = useRequiredEnrolment(String(attempt));
  if (Required) return <Required {...props} />;
  return failed ? <LoadFailure what="The two-step sign-in could not be loaded." transient={false} onRetry={() => setAttempt(attempt + 1)} /> : <PageSkeleton />;
}

import type { ComponentProps } from 'react';

import type { Subscription } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';

type Tone = ComponentProps<typeof StatusChip>['tone'];

const tones: Readonly<Record<Subscription['sub_status'], Tone>> = {
  Trialing: 'warning',
  Active: 'success',
  'Past Due': 'danger',
  Canceled: 'neutral',
};

/** A subscription's status as a chip. */
export function SubscriptionStatus({ status }: { status: Subscription['sub_status'] }) {
  return <StatusChip tone={tones[status]} label={status} />;
}

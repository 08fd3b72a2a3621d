import { standardTrialDays } from '@/features/billing';
import {
  readTrialDays,
  type Quote,
  type SubscriptionInput,
} from '@/features/subscriptions/subscriptionForm';
import { formatDate } from '@/lib/dates';

/** A note where the subscription's trial differs from the 14 days that the terms mention. */
export function trialNote(
  {
    sub_trial_enabled,
    sub_trial_days,
  }: Pick<SubscriptionInput, 'sub_trial_enabled' | 'sub_trial_days'>,
  { dates }: Quote,
): string | null {
  if (!dates) return null;
  if (!sub_trial_enabled) return 'This subscription has no trial: the first charge is due today.';
  const days = readTrialDays(sub_trial_days);
  if (days === null || days === standardTrialDays) return null;
  return `This subscription’s trial is ${days === 1 ? '1 day' : `${days} days`} and ends on ${formatDate(dates.trialEnd)}.`;
}

import type { CurrentPlan } from '@/api/generated';
import { formatInstantDate } from '@/lib/dates';
import { paths } from '@/lib/paths';

export interface PlanMessage {
  text: string;
  tone: 'info' | 'warning';
  /** Whether it may be dismissed until the next sign-in; what stops people from adding to the clinic may not. */
  dismissible: boolean;
  /** Where something can be done about it. */
  to: typeof paths.subscriptions | typeof paths.pricing;
}

/** From this share of the month's new patients on, the message says how many are left. */
const nearlyUsed = 0.8;

/**
 * The message of the plan, or null. `notice`, about the payment, comes from the server, and only for those who may see the
 * subscriptions. That all seats are taken is said on the team's page alone, to those who may add to the team or choose a larger plan
 * (`maySeat`).
 */
export function planMessage(
  plan: CurrentPlan,
  pathname: string,
  timeZone: string,
  maySeat: boolean,
): PlanMessage | null {
  const { notice, access, enforcement, seats, patients_this_month: patients } = plan;
  const holds = enforcement === 'enforce';
  if (notice && access === 'grace') {
    const until = plan.grace_until
      ? ` Nothing changes until ${formatInstantDate(plan.grace_until, timeZone)}.`
      : '';
    return { text: notice + until, tone: 'warning', dismissible: true, to: paths.subscriptions };
  }
  if (notice && access === 'read_only') {
    // Without a plan it is the trial of the sign-up that has ended.
    const then = plan.plan ? 'it is renewed' : 'a plan is chosen';
    const stopped = holds
      ? ` Everything can still be read and documented; new patients and team members wait until ${then}.`
      : '';
    return {
      text: notice + stopped,
      tone: 'warning',
      dismissible: !holds,
      to: plan.plan ? paths.subscriptions : paths.pricing,
    };
  }
  if (notice && access === 'full' && !plan.plan)
    return { text: notice, tone: 'info', dismissible: true, to: paths.pricing };
  if (notice) return { text: notice, tone: 'warning', dismissible: !holds, to: paths.pricing };
  if (enforcement === 'off') return null;
  if (patients.limit !== null && patients.used >= patients.limit) {
    return {
      text: `All ${patients.limit} new patients of this month are used.${holds ? ' More can be added next month, or with a larger plan.' : ''}`,
      tone: 'warning',
      dismissible: !holds,
      to: paths.pricing,
    };
  }
  if (patients.limit !== null && patients.used >= patients.limit * nearlyUsed) {
    return {
      text: `${patients.used} of the ${patients.limit} new patients of this month are used.`,
      tone: 'info',
      dismissible: true,
      to: paths.pricing,
    };
  }
  if (maySeat && pathname === paths.team && seats.full && seats.limit !== null) {
    return {
      text: `${seats.limit === 1 ? 'The one seat' : `All ${seats.limit} seats`} of your plan ${seats.limit === 1 ? 'is' : 'are'} taken.`,
      tone: 'info',
      dismissible: true,
      to: paths.pricing,
    };
  }
  return null;
}

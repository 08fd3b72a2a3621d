import type { PlanStanding } from '@/api/generated';
import { formatInstantDate } from '@/lib/dates';

export interface PlanNews {
  text: string;
  tone: 'info' | 'warning';
  /** Whether it may be put away until the next sign-in; what stops people from adding to the clinic may not. */
  canWait: boolean;
  /** Where it is mended. */
  to: '/subscriptions' | '/pricing';
}

/** From here on, of ten new patients that the plan allows, it is said how many are left. */
const nearly = 0.8;

/**
 * What the plan has to say now; null when there is nothing. Whether the clinic pays is the server's to tell (`notice`), and it tells
 * only those who may see the subscriptions. Seats that are just taken are no news, except
 * where somebody would be added to the team, to whoever may do so or choose a larger plan (`maySeat`).
 */
export function planNews(plan: PlanStanding, pathname: string, timeZone: string, maySeat: boolean): PlanNews | null {
  const { notice, access, enforcement, seats, patients_this_month: patients } = plan;
  const holds = enforcement === 'enforce';
  if (notice && access === 'grace') {
    const until = plan.grace_until ? ` Nothing changes until ${formatInstantDate(plan.grace_until, timeZone)}.` : '';
    return { text: notice + until, tone: 'warning', canWait: true, to: '/subscriptions' };
  }
  if (notice && access === 'read_only') {
    // Without a plan it is the trial of the sign-up that has ended.
    const then = plan.plan ? 'it is renewed' : 'a plan is chosen';
    const stopped = holds ? ` Everything can still be read and documented; new patients and team members wait until ${then}.` : '';
    return { text: notice + stopped, tone: 'warning', canWait: !holds, to: plan.plan ? '/subscriptions' : '/pricing' };
  }
  if (notice && access === 'full' && !plan.plan) return { text: notice, tone: 'info', canWait: true, to: '/pricing' };
  if (notice) return { text: notice, tone: 'warning', canWait: !holds, to: '/pricing' };
  if (enforcement === 'off') return null;
  if (patients.limit !== null && patients.used >= patients.limit) {
    return { text: `All ${patients.limit} new patients of this month are used.${holds ? ' More can be added next month, or with a larger plan.' : ''}`, tone: 'warning', canWait: !holds, to: '/pricing' };
  }
  if (patients.limit !== null && patients.used >= patients.limit * nearly) {
    return { text: `${patients.used} of the ${patients.limit} new patients of this month are used.`, tone: 'info', canWait: true, to: '/pricing' };
  }
  if (maySeat && pathname === '/team' && seats.full && seats.limit !== null) {
    return { text: `${seats.limit === 1 ? 'The one seat' : `All ${seats.limit} seats`} of your plan ${seats.limit === 1 ? 'is' : 'are'} taken.`, tone: 'info', canWait: true, to: '/pricing' };
  }
  return null;
}

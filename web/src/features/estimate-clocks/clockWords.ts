import type { ClockCause, ClockEnding, Coverage, EstimateDue } from '@/api/generated';
import { daysBetween, formatDate, formatInstantDate } from '@/lib/dates';
import { shortDay } from '@/lib/wallTime';

export const coverageWords: Record<Coverage, string> = {
  unknown: 'Not asked yet',
  self_pay: 'Self-pay or uninsured',
  insured: 'Insured, and uses the insurance',
};

export const causeWords: Record<ClockCause, string> = {
  scheduled: 'Visit scheduled',
  asked: 'Asked about the cost',
  changed: 'Changed after being issued',
};

export const endingWords: Record<ClockEnding, string> = {
  issued: 'Estimate issued',
  cancelled: 'Visit cancelled',
  insured: 'Uses an insurance',
  by_hand: 'Closed by hand',
};

/** When an estimate is due, as one says it today. */
export function dueWords(dueOn: string, today: string): string {
  if (dueOn < today) return `Overdue since ${formatDate(dueOn)}`;
  return dueOn === today ? 'Due today' : `Due ${shortDay(dueOn)}`;
}

/** Until when an estimate would be due for a client whose coverage nobody has asked about. */
export function askWords({ due_on, starts_at }: EstimateDue, today: string, zone: string): string {
  const due =
    due_on < today
      ? 'is overdue'
      : due_on === today
        ? 'is due today'
        : `is due ${formatDate(due_on)}`;
  return `If self-pay, the estimate ${due}, visit ${formatInstantDate(starts_at, zone)}`;
}

/** For how long an estimate is owed. */
export function ageWords(startedOn: string, today: string): string {
  const days = Math.max(0, daysBetween(startedOn, today));
  return days === 0 ? 'Since today' : days === 1 ? '1 day' : `${days} days`;
}

export const choices = <Word extends string>(words: Record<Word, string>) =>
  (Object.entries(words) as [Word, string][]).map(([value, label]) => ({ value, label }));

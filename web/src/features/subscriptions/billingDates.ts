const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export interface BillingDates {
  trialEnd: string;
  nextBill: string;
}

/**
 * The end of the trial and the next billing date (specification, section 4), as calendar dates without a time zone. Null while the start
 * is no date or the trial no number of days.
 */
export function billingDates(start: string, trialDays: number | null): BillingDates | null {
  if (trialDays === null || !isDate(start)) return null;
  const trialEnd = addDays(start, trialDays);
  return { trialEnd, nextBill: addMonth(trialEnd) };
}

export function isDate(text: string): boolean {
  return readDay(text) !== null;
}

function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return write({
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
  });
}

/** The same day of the next month, or its last day where it has no such day: Jan 31 leads to Feb 28, never to Mar 3. */
function addMonth(date: string): string {
  const from = readDay(date);
  if (!from) return date;
  const year = from.month === 12 ? from.year + 1 : from.year;
  const month = from.month === 12 ? 1 : from.month + 1;
  return write({ year, month, day: Math.min(from.day, lastDay(year, month)) });
}

function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function readDay(text: string): Day | null {
  const [, year, month, day] = (pattern.exec(text) ?? []).map(Number);
  if (!year || !month || !day || month > 12 || day > lastDay(year, month)) return null;
  return { year, month, day };
}

function write({ year, month, day }: Day): string {
  return [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');
}

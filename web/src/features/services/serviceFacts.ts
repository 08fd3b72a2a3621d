import type { Service } from '@/api/generated';
import { formatMoney } from '@/lib/money';

/** What to know about a service where it is booked: how long it takes, what it costs, and whether an exam comes first. */
export function serviceFacts(catalogue: readonly Service[], chosen: string): string | undefined {
  const service = catalogue.find(({ name }) => name === chosen);
  if (!service) return undefined;
  const { minutes, price, price_unit, needs_exam } = service;
  const cost = price !== null && `${formatMoney(price)}${price_unit ? ` per ${price_unit}` : ''}`;
  return `${[`${minutes} minutes`, cost, needs_exam && 'needs a Good Faith Exam'].filter(Boolean).join(', ')}.`;
}

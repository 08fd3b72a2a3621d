import type { LoyaltyBalance } from '@/api/generated';

const order = new Intl.Collator('en', { sensitivity: 'base' });

/** By last name, then first name, as the list of patients is ordered. */
export function byName(one: LoyaltyBalance, other: LoyaltyBalance): number {
  return order.compare(one.last_name, other.last_name) || order.compare(one.first_name, other.first_name) || one.patient_id - other.patient_id;
}

import { customSessions } from '@/features/estimates/priceList';
import { hundredths } from '@/lib/cents';

export { formatCents, hundredths } from '@/lib/cents';

/** One area as typed: every number is still a text. */
export interface AreaLine {
  service: string;
  unit_cost: string;
  qty: string;
  sessions: string;
  sessions_custom: string;
}

/** A whole number of sessions, from one on. */
export function isSessionCount(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text.trim());
}

/** Whether an area is used: by a service, or by a cost without one (specification, section 5). */
export const isUsed = ({ service, unit_cost }: Pick<AreaLine, 'service' | 'unit_cost'>): boolean =>
  service !== '' || unit_cost.trim() !== '';

/** Unit cost x quantity x sessions in cents, rounded half up; 0 for an unused area, null while a number is missing or wrong. */
export function subtotal(line: AreaLine): bigint | null {
  if (!isUsed(line)) return 0n;
  const { unit_cost, qty, sessions, sessions_custom } = line;
  const count = sessions === customSessions ? sessions_custom : sessions;
  const [cost, quantity] = [hundredths(unit_cost), hundredths(qty)];
  if (cost === undefined || quantity === undefined || !isSessionCount(count)) return null;
  // In hundredths of a cent, so half a cent is 50.
  return (cost * quantity * BigInt(count.trim()) + 50n) / 100n;
}

/** The sum of the areas, each rounded by itself; null while one of them is. */
export function grandTotal(lines: readonly AreaLine[]): bigint | null {
  return lines
    .map(subtotal)
    .reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

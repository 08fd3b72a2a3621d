import type { ConsentRule } from '@/api/generated';

const offered = [1, 3, 6, 12, 24, 36] as const;

/** A needed consent as the form keeps it: the template's number, and the months that a signature counts where it counts for months. */
export const consentRule = (id: number, validMonths: number | null): string =>
  validMonths === null ? String(id) : `${id}/${validMonths}`;

export function readConsentRule(
  rule: string,
): Required<Pick<ConsentRule, 'id'>> & { valid_months: number | null } {
  const [id, months] = rule.split('/');
  return { id: Number(id), valid_months: months === undefined ? null : Number(months) };
}

export const inMonths = (months: number) => (months === 1 ? 'For 1 month' : `For ${months} months`);

/** The usual validities, and the one that is set. */
export const validities = (set: number | null) =>
  [...new Set([...offered, ...(set === null ? [] : [set])])]
    .toSorted((one, other) => one - other)
    .map((months) => ({ value: String(months), label: inMonths(months) }));

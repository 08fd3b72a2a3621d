import type { Estimate } from '@/api/generated';
import { estimatePaths, fieldLabel } from '@/features/estimates/estimateFields';
import { areas } from '@/features/estimates/priceList';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

/** A field in which two versions differ, with both of its values in words. */
export interface Difference {
  label: string;
  former: string;
  later: string;
}

const signatures = { pt_sig: 'pt_is_signed', prov_sig: 'prov_is_signed' } as const;
const sums = [
  ...areas.map(({ key, label }) => [`${key}_subtotal`, `${label} total`] as const),
  ['grand_total', 'Grand total'] as const,
];

/** What the later version says otherwise than the former one, in the form's order, the sums last. */
export function versionDifference(former: Estimate, later: Estimate): Difference[] {
  const entered = estimatePaths.map((path) => {
    const field = path.replace('.', '_') as keyof Estimate;
    return {
      label: fieldLabel(field),
      former: inWords(former, field),
      later: inWords(later, field),
    };
  });
  const added = sums.map(([field, label]) => ({
    label,
    former: formatMoney(former[field]),
    later: formatMoney(later[field]),
  }));
  return [...entered, ...added].filter((one) => one.former !== one.later);
}

function inWords(estimate: Estimate, field: keyof Estimate): string {
  // The picture is not shown to every role; whether there is one is.
  if (field === 'pt_sig' || field === 'prov_sig')
    return estimate[signatures[field]] ? 'Signed' : 'Not signed';
  const value = estimate[field];
  if (value === null || value === '') return 'Nothing';
  if (typeof value === 'number')
    return field.endsWith('_unit_cost') ? formatMoney(value) : String(value);
  return field === 'pt_dob' || field.endsWith('_date') ? formatDate(String(value)) : String(value);
}

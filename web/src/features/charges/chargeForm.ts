import * as z from 'zod/mini';

import type { NewCharge } from '@/api/generated';
import { hundredths } from '@/lib/cents';
import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const amount = (text: string) => hundredths(text) !== undefined;

export const chargeForm = z
  .object({
    provider_id: z.string().check(z.minLength(1, messages.required('Provider'))),
    service: requiredText('Service'),
    quantity: z
      .string()
      .check(z.refine((text) => (hundredths(text) ?? 0n) > 0n, messages.quantity)),
    unit_price: z.string().check(z.refine(amount, messages.amount)),
    discount: z
      .string()
      .check(z.refine((text) => text.trim() === '' || amount(text), messages.amount)),
  })
  .check(
    z.refine(
      ({ quantity, unit_price, discount }) =>
        (totalOf({ quantity, unit_price, discount }) ?? 0n) >= 0n,
      { path: ['discount'], error: 'Enter no more than the charge' },
    ),
  );

export type ChargeForm = z.infer<typeof chargeForm>;

export const chargeFields = [
  'provider_id',
  'service',
  'quantity',
  'unit_price',
  'discount',
] as const;

/** Quantity times unit price, half up at two decimals, less the discount, in cents; not known while one of them is no number. */
export function totalOf({
  quantity,
  unit_price,
  discount,
}: Pick<ChargeForm, 'quantity' | 'unit_price' | 'discount'>): bigint | undefined {
  const [count, price, less] = [
    hundredths(quantity),
    hundredths(unit_price),
    discount.trim() === '' ? 0n : hundredths(discount),
  ];
  if (count === undefined || price === undefined || less === undefined) return undefined;
  return (count * price + 50n) / 100n - less;
}

export const toCharge = (
  { provider_id, service, quantity, unit_price, discount }: ChargeForm,
  patient: number,
  visit: number | undefined,
): NewCharge => ({
  patient_id: patient,
  appointment_id: visit ?? null,
  provider_id: Number(provider_id),
  service,
  quantity: Number(quantity),
  unit_price: Number(unit_price),
  discount: discount.trim() === '' ? null : Number(discount),
});

import * as z from 'zod/mini';

import type { NewService, Service, ServiceChange } from '@/api/generated';
import { consentRule, readConsentRule } from '@/features/services/consentRules';
import { optionalText, requiredText } from '@/lib/formRules';

/** The server's limits. */
export const limits = {
  minutes: [5, 720],
  buffer_minutes: [0, 240],
  interval_days: [1, 730],
} as const;
const longestTitle = 100;
const longestUnit = 40;

const whole = ([least, most]: readonly [number, number], optional: boolean) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) =>
        (optional && text === '') ||
        (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most),
      `Enter a whole number from ${least} to ${most}.`,
    ),
  );

const dollars = z.string().check(
  z.trim(),
  z.refine(
    (text) => /^(\d{1,6}(\.\d{1,2})?)?$/.test(text),
    'Enter an amount such as 150 or 149.50.',
  ),
);

export const serviceForm = z.object({
  name: requiredText('Name', longestTitle),
  category: optionalText(longestTitle),
  minutes: whole(limits.minutes, false),
  buffer_minutes: whole(limits.buffer_minutes, true),
  price: dollars,
  price_unit: optionalText(longestUnit),
  color: z.string(),
  performer_ids: z.array(z.string()),
  needs_exam: z.boolean(),
  /** As `consentRule` writes them. */
  consents: z.array(z.string()),
  interval_days: whole(limits.interval_days, true),
  taxable: z.boolean(),
});

export type ServiceForm = z.infer<typeof serviceForm>;
type ServiceField = keyof ServiceForm;

export const serviceLabels: Record<ServiceField, string> = {
  name: 'Name',
  category: 'Category',
  minutes: 'Duration in minutes',
  buffer_minutes: 'Minutes kept free afterwards',
  price: 'Price in dollars',
  price_unit: 'Price is per',
  color: 'Color',
  performer_ids: 'Performed by',
  needs_exam: 'This is a treatment and needs a Good Faith Exam',
  consents: 'Consents that the service needs',
  interval_days: 'Days until the service is due again',
  taxable: 'This service is taxable',
};

export const serviceFields = Object.keys(serviceLabels) as ServiceField[];

export const blankService: ServiceForm = {
  name: '',
  category: '',
  minutes: '30',
  buffer_minutes: '0',
  price: '',
  price_unit: '',
  color: '',
  performer_ids: [],
  needs_exam: false,
  consents: [],
  interval_days: '',
  taxable: false,
};

const text = (value: string | number | null) => (value === null ? '' : String(value));

export const fromService = (service: Service): ServiceForm => ({
  name: service.name,
  category: text(service.category),
  minutes: text(service.minutes),
  buffer_minutes: text(service.buffer_minutes),
  price: text(service.price),
  price_unit: text(service.price_unit),
  color: text(service.color),
  performer_ids: sorted(service.performers.map(({ id }) => String(id))),
  needs_exam: service.needs_exam,
  consents: service.consents
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, valid_months }) => consentRule(id, valid_months)),
  interval_days: text(service.interval_days),
  taxable: service.taxable,
});

/** In one order, so that choosing somebody and taking it back changes nothing. */
export const sorted = (ids: readonly string[]) =>
  ids.toSorted((one, other) => Number(one) - Number(other));

const optional = (typed: string) => (typed === '' ? null : typed);

/** The whole form as the calls take it; null is an empty field. */
const toCall = (form: ServiceForm) => ({
  name: form.name,
  category: optional(form.category),
  minutes: Number(form.minutes),
  buffer_minutes: Number(form.buffer_minutes),
  price: form.price === '' ? null : Number(form.price),
  price_unit: optional(form.price_unit),
  color: optional(form.color),
  performer_ids: form.performer_ids.map(Number),
  needs_exam: form.needs_exam,
  consents: form.consents.map(readConsentRule),
  interval_days: form.interval_days === '' ? null : Number(form.interval_days),
  taxable: form.taxable,
});

export const toNewService = (form: ServiceForm): NewService => toCall(form);

/** The fields of `to` that differ from `from`. */
export function changesBetween(from: ServiceForm, to: ServiceForm): ServiceChange {
  const call = toCall(to);
  const changed = serviceFields.filter(
    (field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, call[field]]));
}

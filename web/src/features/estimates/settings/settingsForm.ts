import * as z from 'zod/mini';

import type { EstimateSettings, NewEstimateSettings } from '@/api/generated';
import { states } from '@/api/states';
import { optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const text = optionalText(4_000);

export const settingsForm = z.object({
  npi: z.string().check(z.trim(), z.regex(/^(\d{10})?$/, messages.npi)),
  tin: z.string().check(z.trim(), z.regex(/^(\d{2}-\d{7})?$/, messages.tin)),
  address: optionalText(),
  city: optionalText(),
  state: z.enum(['', ...states]),
  zip: z.string().check(z.trim(), z.regex(/^(\d{5}(-\d{4})?)?$/, messages.zip)),
  phone: optionalText(40),
  only_an_estimate: text,
  further_items: text,
  dispute_right: text,
  no_contract: text,
  how_to_dispute: text,
  separate_items: text,
  right_to_receive: text,
});

export type SettingsForm = z.infer<typeof settingsForm>;

export const settingsFields = Object.keys(settingsForm.shape) as (keyof SettingsForm)[];

export const settingsLabels: Record<keyof SettingsForm, string> = {
  npi: 'NPI of the clinic',
  tin: 'Taxpayer number (EIN)',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  phone: 'Phone',
  only_an_estimate: 'Only an estimate',
  further_items: 'Further items',
  dispute_right: 'Right to a dispute',
  no_contract: 'No contract',
  how_to_dispute: 'How to dispute a bill',
  separate_items: 'What is scheduled separately',
  right_to_receive: 'Right to receive an estimate',
};

export const textFields = [
  'only_an_estimate',
  'further_items',
  'dispute_right',
  'no_contract',
  'how_to_dispute',
  'separate_items',
  'right_to_receive',
] as const;

/** Each legal text as it is in force: the clinic's own or the product's. */
export function fromSettings(settings: EstimateSettings): SettingsForm {
  const inForce = (key: string) => {
    const found = settings.texts.find((one) => one.key === key);
    return found?.changed ?? found?.standard ?? '';
  };
  const { npi, tin, address, city, state, zip, phone } = settings;
  return {
    npi: npi ?? '',
    tin: tin ?? '',
    address: address ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    phone: phone ?? '',
    only_an_estimate: inForce('only_an_estimate'),
    further_items: inForce('further_items'),
    dispute_right: inForce('dispute_right'),
    no_contract: inForce('no_contract'),
    how_to_dispute: inForce('how_to_dispute'),
    separate_items: inForce('separate_items'),
    right_to_receive: inForce('right_to_receive'),
  };
}

/** An empty text is the product's own again. */
export function toSettings({ state, ...form }: SettingsForm): NewEstimateSettings {
  return { ...form, ...(state !== '' && { state }) };
}

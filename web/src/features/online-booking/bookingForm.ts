import * as z from 'zod/mini';

import type { BookingSettings, NewBookingSettings } from '@/api/generated';
import { optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

export const longestPolicy = 4_000;

const whole = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      messages.wholeNumber(least, most),
    ),
  );

/** Ids are texts in a form: its choices are checkboxes. */
export const bookingForm = z
  .object({
    mode: z.enum(['requested', 'booked']),
    lead_hours: whole(0, 336),
    horizon_days: whole(1, 365),
    chooses_provider: z.boolean(),
    patients_move: z.boolean(),
    every_service: z.boolean(),
    service_ids: z.array(z.string()),
    every_member: z.boolean(),
    member_ids: z.array(z.string()),
    policy: optionalText(longestPolicy),
  })
  .check(
    z.refine(({ every_service, service_ids }) => every_service || service_ids.length > 0, {
      error: 'Choose at least one service',
      path: ['service_ids'],
    }),
    z.refine(({ every_member, member_ids }) => every_member || member_ids.length > 0, {
      error: 'Choose at least one person',
      path: ['member_ids'],
    }),
  );

export type BookingForm = z.infer<typeof bookingForm>;

export const bookingLabels: Record<keyof BookingForm, string> = {
  mode: 'A booking is',
  lead_hours: 'Hours ahead at least',
  horizon_days: 'Days ahead at most',
  chooses_provider: 'Clients see the providers, and can choose one',
  patients_move: 'Clients move their visits to a free time by themselves',
  every_service: 'Every service can be booked',
  service_ids: 'Services',
  every_member: 'Everybody who takes appointments can be booked',
  member_ids: 'People',
  policy: 'Booking policy',
};

export const bookingFields = Object.keys(bookingLabels) as (keyof BookingForm)[];

export function fromBooking(found: BookingSettings): BookingForm {
  const {
    mode,
    lead_hours,
    horizon_days,
    chooses_provider,
    patients_move,
    service_ids,
    member_ids,
    policy,
  } = found;
  return {
    mode,
    chooses_provider,
    patients_move,
    lead_hours: String(lead_hours),
    horizon_days: String(horizon_days),
    every_service: service_ids === null,
    service_ids: (service_ids ?? []).map(String),
    every_member: member_ids === null,
    member_ids: (member_ids ?? []).map(String),
    policy: policy ?? '',
  };
}

export function toBooking({
  mode,
  lead_hours,
  horizon_days,
  chooses_provider,
  patients_move,
  every_service,
  service_ids,
  every_member,
  member_ids,
  policy,
}: BookingForm): NewBookingSettings {
  return {
    mode,
    chooses_provider,
    patients_move,
    lead_hours: Number(lead_hours),
    horizon_days: Number(horizon_days),
    service_ids: every_service ? null : service_ids.map(Number),
    member_ids: every_member ? null : member_ids.map(Number),
    policy: policy || null,
  };
}

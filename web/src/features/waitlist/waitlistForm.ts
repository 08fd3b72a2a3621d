import * as z from 'zod/mini';

import type { NewWaitlistEntry, PartOfDay, WaitlistChange, WaitlistEntry } from '@/api/generated';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { nameOf } from '@/features/waitlist/entryWords';
import { isPlausibleDate } from '@/lib/dates';
import { chosenPatient, optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

export const waitlistForm = z.object({
  patient_id: chosenPatient(),
  service: z.string(),
  provider_id: z.string(),
  weekdays: z.array(z.string()),
  part_of_day: z.string(),
  until: z.string().check(z.refine((day) => day === '' || isPlausibleDate(day), messages.date)),
  note: optionalText(),
});

export type WaitlistForm = z.infer<typeof waitlistForm>;

export const waitlistLabels: Record<keyof WaitlistForm, string> = {
  patient_id: 'Patient',
  service: 'Service',
  provider_id: 'Provider',
  weekdays: 'Days',
  part_of_day: 'Part of the day',
  until: 'Until',
  note: 'Note',
};

export const waitlistFields = Object.keys(waitlistLabels) as (keyof WaitlistForm)[];

export const blankEntry = (patient: ChosenPatient | null, service: string): WaitlistForm => ({
  patient_id: patient,
  service,
  provider_id: '',
  weekdays: [],
  part_of_day: '',
  until: '',
  note: '',
});

export function fromEntry(entry: WaitlistEntry): WaitlistForm {
  const { patient_id, service, provider_id, weekdays, part_of_day, until, note } = entry;
  return {
    patient_id: patient_id === null ? null : { id: patient_id, name: nameOf(entry) },
    service,
    provider_id: provider_id === null ? '' : String(provider_id),
    weekdays: weekdays.map(String),
    part_of_day: part_of_day ?? '',
    until: until ?? '',
    note: note ?? '',
  };
}

/** What can be changed of an entry; empty fields are cleared. */
export function toChange({
  service,
  provider_id,
  weekdays,
  part_of_day,
  until,
  note,
}: WaitlistForm) {
  return {
    service,
    provider_id: provider_id === '' ? null : Number(provider_id),
    weekdays: weekdays.map(Number),
    part_of_day: part_of_day === '' ? null : (part_of_day as PartOfDay),
    until: until === '' ? null : until,
    note: note === '' ? null : note,
  } satisfies WaitlistChange;
}

export const toNewEntry = (form: WaitlistForm, patient: ChosenPatient): NewWaitlistEntry => ({
  patient_id: patient.id,
  ...toChange(form),
});

/** In the order of the week. */
export const inOrder = (days: string[]): string[] => days.toSorted();

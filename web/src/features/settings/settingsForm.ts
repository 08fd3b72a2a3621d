import * as z from 'zod/mini';

import type { ClinicSettings, Findings, NewClinicSettings, NormalFindings } from '@/api/generated';
import {
  findingLists,
  listProblems,
  markedIn,
  type FindingList,
} from '@/features/settings/findingLists';
import { findZone } from '@/features/settings/timeZones';
import { longestText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

/** The server's limits. */
export const limits = {
  idle_minutes: [5, 60],
  consent_link_days: [1, 365],
  exam_valid_months: [1, 24],
  points_expire_months: [1, 120],
  adult_age: [18, 21],
} as const;

const wholeNumber = ([least, most]: readonly [number, number]) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most,
      messages.wholeNumber(least, most),
    ),
  );

const clockTime = z
  .string()
  .check(z.refine((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time), messages.time));

export const settingsForm = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, messages.noClinicName),
        z.maxLength(longestText, messages.tooLong(longestText)),
      ),
    time_zone: z
      .string()
      .check(z.refine((zone) => findZone(zone) !== undefined, messages.timeZone)),
    idle_minutes: wholeNumber(limits.idle_minutes),
    consent_link_days: wholeNumber(limits.consent_link_days),
    exam_valid_months: wholeNumber(limits.exam_valid_months),
    points_expire_months: wholeNumber(limits.points_expire_months),
    adult_age: wholeNumber(limits.adult_age),
    second_factor: z.enum(['optional', 'required']),
    missing_consents: z.enum(['warn', 'block']),
    audit_heads: z.enum(['log', 'mail']),
    opens_at: clockTime,
    closes_at: clockTime,
    findings: z
      .custom<Findings>()
      .check(z.refine((findings) => listProblems(findings).size === 0, messages.lists)),
    normal_findings: z.custom<NormalFindings>(),
  })
  .check(
    z.refine(({ opens_at, closes_at }) => opens_at < closes_at, {
      path: ['closes_at'],
      error: messages.afterOpening,
    }),
  );

export type SettingsForm = z.infer<typeof settingsForm>;

/** What the fields are called, those of the lists aside. */
export const settingsLabels = {
  name: 'Name',
  time_zone: 'Time zone',
  idle_minutes: 'Minutes until an idle session ends',
  consent_link_days: 'Days a consent link works',
  exam_valid_months: 'Months an exam clears a patient',
  points_expire_months: 'Months until points expire',
  adult_age: 'Age from which a client signs alone',
  second_factor: 'Second factor',
  missing_consents: 'A treatment without a needed consent',
  audit_heads: 'Daily proof of the activity log',
  opens_at: 'Opens at',
  closes_at: 'Closes at',
} as const satisfies Partial<Record<keyof SettingsForm, string>>;

export const plainFields = Object.keys(settingsLabels) as (keyof typeof settingsLabels)[];

export const withoutConsent = [
  { value: 'warn', label: 'Is saved after a warning' },
  { value: 'block', label: 'Is not saved' },
];

export const auditHeads = [
  { value: 'log', label: 'Kept by the service' },
  { value: 'mail', label: 'Mailed to the owner as well' },
];

export const factors = [
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required for everybody' },
];

/** The fields that are merged each by itself when somebody else has changed the settings, with their names. */
export const mergedFields = {
  ...settingsLabels,
  ...Object.fromEntries(findingLists.map(({ key, label }) => [key, label])),
  'normal_findings.ros': 'Normal phrases of the ROS',
  'normal_findings.pe': 'Normal phrases of the PE',
} as Record<
  keyof typeof settingsLabels | FindingList['key'] | `normal_findings.${'ros' | 'pe'}`,
  string
>;

const choices: Partial<Record<string, readonly { value: string; label: string }[]>> = {
  second_factor: factors,
  missing_consents: withoutConsent,
  audit_heads: auditHeads,
};

/** The value of a field that the form has as a code. */
export const settingsInWords = (field: string, value: unknown) =>
  choices[field]?.find((option) => option.value === value)?.label;

export function fromSettings({
  name,
  time_zone,
  idle_minutes,
  consent_link_days,
  exam_valid_months,
  points_expire_months,
  adult_age,
  second_factor,
  missing_consents,
  audit_heads,
  opens_at,
  closes_at,
  findings,
  normal_findings,
}: ClinicSettings): SettingsForm {
  return {
    name,
    time_zone,
    second_factor,
    missing_consents,
    audit_heads,
    opens_at,
    closes_at,
    findings,
    normal_findings,
    idle_minutes: String(idle_minutes),
    consent_link_days: String(consent_link_days),
    exam_valid_months: String(exam_valid_months),
    points_expire_months: String(points_expire_months),
    adult_age: String(adult_age),
  };
}

export function toNewSettings(form: SettingsForm): NewClinicSettings {
  return {
    ...form,
    time_zone: findZone(form.time_zone) ?? form.time_zone,
    normal_findings: markedIn(form.normal_findings, form.findings),
    idle_minutes: Number(form.idle_minutes),
    consent_link_days: Number(form.consent_link_days),
    exam_valid_months: Number(form.exam_valid_months),
    points_expire_months: Number(form.points_expire_months),
    adult_age: Number(form.adult_age),
  };
}

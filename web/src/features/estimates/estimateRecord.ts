import type { Estimate, NewEstimate, Patient, SignedInMember } from '@/api/generated';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { hundredths, isUsed, type AreaLine } from '@/features/estimates/estimateTotals';
import {
  areas,
  customSessions,
  defaultQuantity,
  defaultSessions,
  type AreaKey,
} from '@/features/estimates/priceList';

const blankArea: AreaLine = {
  service: '',
  unit_cost: '',
  qty: defaultQuantity,
  sessions: defaultSessions,
  sessions_custom: '',
};

interface NewEstimateArgs {
  patient: Patient;
  /** Who gives the estimate, when that is the one who is signed in. */
  provider: SignedInMember | undefined;
  today: string;
}

/** The first estimate of a patient, with what is known filled in. */
export function newEstimate({ patient, provider, today }: NewEstimateArgs): EstimateForm {
  return {
    pt_name: `${patient.first_name} ${patient.last_name}`,
    pt_dob: patient.birth_date ?? '',
    prov_name: provider ? `${provider.first_name} ${provider.last_name}` : '',
    est_date: today,
    ...eachArea(() => ({ ...blankArea })),
    expected_duration: '',
    notes: '',
    pt_sig: '',
    pt_sig_date: today,
    prov_sig: '',
    prov_sig_date: today,
  };
}

/** A saved estimate as a form. It leaves out the signatures, which stay on record until somebody signs again. */
export function fromEstimate(estimate: Estimate): EstimateForm {
  const {
    pt_name,
    pt_dob,
    prov_name,
    est_date,
    pt_sig_date,
    prov_sig_date,
    expected_duration,
    notes,
  } = estimate;
  return {
    pt_name,
    pt_dob,
    prov_name,
    est_date,
    pt_sig_date,
    prov_sig_date,
    ...eachArea((key) => ({
      service: estimate[`${key}_service`] ?? '',
      unit_cost: moneyText(estimate[`${key}_unit_cost`]),
      qty: estimate[`${key}_qty`]?.toString() ?? defaultQuantity,
      sessions: estimate[`${key}_sessions`] ?? defaultSessions,
      sessions_custom: estimate[`${key}_sessions_custom`]?.toString() ?? '',
    })),
    expected_duration: expected_duration ?? '',
    notes: notes ?? '',
    pt_sig: '',
    prov_sig: '',
  };
}

/** The form of a new estimate that says the same: dated today, and signed by nobody yet. */
export const copyOf = (estimate: Estimate, today: string): EstimateForm => ({
  ...fromEstimate(estimate),
  est_date: today,
  pt_sig_date: today,
  prov_sig_date: today,
});

/** Money has two decimals or none: '650.50', '12'. */
function moneyText(dollars: number | null): string {
  if (dollars === null) return '';
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
}

/** The request body: without the sums, which the server calculates, and with new signatures only. */
export function toNewEstimate(patientId: number, form: EstimateForm): NewEstimate {
  const {
    pt_name,
    pt_dob,
    prov_name,
    est_date,
    pt_sig,
    pt_sig_date,
    prov_sig,
    prov_sig_date,
    expected_duration,
    notes,
  } = form;
  return {
    patient_id: patientId,
    pt_name,
    pt_dob,
    prov_name,
    est_date,
    pt_sig_date,
    prov_sig_date,
    ...(pt_sig && { pt_sig }),
    ...(prov_sig && { prov_sig }),
    expected_duration: expected_duration || null,
    notes: notes || null,
    ...areaFields('face', form.face),
    ...areaFields('hair', form.hair),
    ...areaFields('hands', form.hands),
    ...areaFields('neck', form.neck),
    ...areaFields('other', form.other),
  };
}

function areaFields<Key extends AreaKey>(key: Key, line: AreaLine) {
  const { service, unit_cost, qty, sessions, sessions_custom } = line;
  const used = isUsed(line);
  const custom = used && sessions === customSessions;
  return {
    [`${key}_service`]: service || null,
    [`${key}_unit_cost`]: used ? toNumber(unit_cost) : null,
    [`${key}_qty`]: used ? toNumber(qty) : null,
    [`${key}_sessions`]: used ? sessions : null,
    [`${key}_sessions_custom`]: custom ? toNumber(sessions_custom) : null,
  } as Pick<
    NewEstimate,
    | `${Key}_service`
    | `${Key}_unit_cost`
    | `${Key}_qty`
    | `${Key}_sessions`
    | `${Key}_sessions_custom`
  >;
}

/** Hundredths divided once give the nearest number, so that '0.1' is sent as 0.1. */
function toNumber(text: string): number | null {
  const value = hundredths(text);
  return value === undefined ? null : Number(value) / 100;
}

function eachArea(line: (key: AreaKey) => AreaLine): Record<AreaKey, AreaLine> {
  return {
    face: line('face'),
    hair: line('hair'),
    hands: line('hands'),
    neck: line('neck'),
    other: line('other'),
  };
}

/** The server's 'face_unit_cost' is the form's 'face.unit_cost'. */
export function toFormFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [formField(field), message]),
  );
}

function formField(field: string): string {
  const key = areas.map((area) => area.key).find((one) => field.startsWith(`${one}_`));
  return key ? `${key}.${field.slice(key.length + 1)}` : field;
}

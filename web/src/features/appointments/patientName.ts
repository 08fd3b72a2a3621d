import type { Appointment } from '@/api/generated';

/** 'Patient #id' when there is no name (specification, section 2); roles that see times alone are sent no id either. */
export function patientName({
  patient_id,
  first_name,
  last_name,
}: Pick<Appointment, 'patient_id' | 'first_name' | 'last_name'>): string {
  return (
    [first_name, last_name]
      .map((name) => name?.trim())
      .filter(Boolean)
      .join(' ') || (patient_id === null ? 'Patient' : `Patient #${patient_id}`)
  );
}

import type { PatientRecord } from '@/api/generated';
import { fromRecord } from '@/api/patientRecord';
import { formatDate } from '@/lib/dates';
import { recordFields, recordLabels } from '@/lib/recordForm';

/** The value of a field of the record, where the form has it as a code or a date. */
export function recordInWords(field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return field === 'birth_date' && typeof value === 'string' && value !== ''
    ? formatDate(value)
    : undefined;
}

/** What somebody else has changed since a record was seen, as a sentence. */
export function changedMeanwhile(seen: PatientRecord, now: PatientRecord): string {
  const [before, after] = [fromRecord(seen), fromRecord(now)];
  const changed = recordFields
    .filter((field) => before[field] !== after[field])
    .map(
      (field) =>
        `${recordLabels[field]} (now ${recordInWords(field, after[field]) ?? (String(after[field]) || 'empty')})`,
    );
  return changed.length > 0
    ? `Somebody else has changed this record meanwhile: ${changed.join(', ')}.`
    : 'Somebody else has saved this record meanwhile; its content is the same.';
}

import type { MergePreview, PatientRecord, RecordCounts } from '@/api/generated';
import { fromRecord } from '@/api/patientRecord';
import { formatDate } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';
import { recordFields, type RecordField } from '@/lib/recordForm';

/** From which patient a field is taken, by the patient's id; a field that nobody chose has a default. */
export type FieldChoices = Partial<Record<RecordField, number>>;

/** Whether this record may be the kept one: an active record does not disappear into an archived one. */
export const mayBeKept = (
  patient: PatientRecord,
  sides: readonly { patient: PatientRecord }[],
): boolean => !patient.archived || sides.every((side) => side.patient.archived !== null);

/** The record that is kept: the one that was chosen, as long as it may be; by default the first that may be. */
export function survivorOf({ survivor, other }: MergePreview, chosen: number | undefined): number {
  const able = [survivor, other]
    .filter(({ patient }) => mayBeKept(patient, [survivor, other]))
    .map(({ patient }) => patient.id);
  return able.find((id) => id === chosen) ?? able[0] ?? survivor.patient.id;
}

/** The fields that differ, each with the patient whose value is kept. */
export function choicesOf(
  to: PatientRecord,
  from: PatientRecord,
  chosen: FieldChoices,
): { field: RecordField; side: number }[] {
  const [own, theirs] = [fromRecord(to), fromRecord(from)];
  const differing = recordFields.filter((field) => own[field] !== theirs[field]);
  // A permission that only one record has does not count; a value replaces an empty one.
  const byDefault = (field: RecordField) =>
    own[field] === '' || own[field] === true ? from.id : to.id;
  return differing.map((field) => ({ field, side: chosen[field] ?? byDefault(field) }));
}

/** The fields whose value the kept record takes from the other one. */
export const takenFrom = (
  to: PatientRecord,
  from: PatientRecord,
  chosen: FieldChoices,
): RecordField[] =>
  choicesOf(to, from, chosen)
    .filter(({ side }) => side === from.id)
    .map(({ field }) => field);

/** A field's value as a person reads it. */
export function inWords(patient: PatientRecord, field: RecordField): string {
  const value = fromRecord(patient)[field];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === '') return 'Nothing';
  if (field === 'birth_date') return formatDate(value);
  return field === 'phone' || field === 'emergency_phone' ? formatPhone(value) : value;
}

const kinds: [keyof RecordCounts, one: string, many: string][] = [
  ['appointments', 'appointment', 'appointments'],
  ['exams', 'exam', 'exams'],
  ['treatments', 'treatment', 'treatments'],
  ['consents', 'consent', 'consents'],
  ['estimates', 'estimate', 'estimates'],
  ['notes', 'note', 'notes'],
  ['alerts', 'alert', 'alerts'],
  [
    'clinical_answers',
    'answer about allergies, medications, conditions or pregnancy',
    'answers about allergies, medications, conditions and pregnancy',
  ],
  ['points', 'point', 'points'],
];

/** '2 exams, 1 alert and 40 points'; '' where nothing was recorded. */
export function movesInWords(counts: RecordCounts): string {
  const present = kinds.filter(([kind]) => counts[kind] !== 0);
  const words = present.map(
    ([kind, one, many]) => `${counts[kind]} ${counts[kind] === 1 ? one : many}`,
  );
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');
}

import type { NewExam } from '@/api/generated';
import { examFields, findingFields, type ExamForm } from '@/features/exams/examForm';
import { kindOfText, type Reading } from '@/features/exams/findings/phrases';

/**
 * The request body: only the fields that are filled, and which of them say nothing but what a press writes. That is kept with the exam, so that
 * whoever reads it later need not guess.
 */
export function toNewExam(patientId: number, form: ExamForm, reading: Reading): NewExam {
  const written = examFields
    .filter((field) => form[field].trim() !== '')
    .map((field) => [field, form[field].trim()]);
  const marked = (kind: 'normal' | 'deferred') => {
    const fields = findingFields.filter(
      (field) => kindOfText(field.startsWith('ros') ? 'ros' : 'pe', form[field], reading) === kind,
    );
    return fields.length > 0 && { [kind]: fields };
  };
  return {
    patient_id: patientId,
    ...Object.fromEntries(written),
    ...marked('normal'),
    ...marked('deferred'),
  };
}

import * as z from 'zod/mini';

import type { Exam } from '@/api/generated';
import { countBlanks } from '@/features/exams/appendFinding';
import { systems, type SystemKey } from '@/features/exams/systems';
import { longestNotes } from '@/lib/formRules';
import { messages } from '@/lib/validation';

export type Part = 'ros' | 'pe';
export type FindingField = `${Part}_${SystemKey}`;
export type ExamField = 'vitals' | FindingField;
export type ExamForm = Record<ExamField, string>;

export const findingFields: readonly FindingField[] = systems.flatMap(({ key }): FindingField[] => [
  `ros_${key}`,
  `pe_${key}`,
]);

export const examFields: readonly ExamField[] = ['vitals', ...findingFields];

const entry = z.string().check(z.maxLength(longestNotes, messages.tooLong(longestNotes)));

export const examForm: z.ZodMiniType<ExamForm, ExamForm> = z.record(z.enum(examFields), entry);

export const blankExam: ExamForm = collect(() => '');

export function countWritten(form: Partial<ExamForm>): number {
  return examFields.filter((field) => (form[field] ?? '').trim() !== '').length;
}

/** The texts with blanks left to fill in: 'Vitals: 2 blanks'. */
export function blanksLeft(form: Partial<ExamForm>): string[] {
  const left = examFields
    .map((field) => ({ field, blanks: countBlanks(form[field] ?? '') }))
    .filter(({ blanks }) => blanks > 0);
  return left.map(
    ({ field, blanks }) =>
      `${labelOf(field)}: ${blanks === 1 ? 'a blank is' : `${blanks} blanks are`} not filled in.`,
  );
}

/** As its text is labelled. */
export function labelOf(field: ExamField): string {
  const system = systems.find(({ key }) => field.endsWith(`_${key}`));
  return system ? `${system.label} ${field.startsWith('ros') ? 'ROS' : 'PE'}` : 'Vitals';
}

/** The form with its empty fields taken from an earlier exam or a template; nothing that was typed is touched. */
export function fillEmpty(form: ExamForm, words: Partial<Pick<Exam, ExamField>>): ExamForm {
  return collect((field) =>
    form[field].trim() === '' ? (words[field] ?? form[field]) : form[field],
  );
}

function collect(value: (field: ExamField) => string): ExamForm {
  return Object.fromEntries(examFields.map((field) => [field, value(field)])) as ExamForm;
}

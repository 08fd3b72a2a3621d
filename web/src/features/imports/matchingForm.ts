import * as z from 'zod/mini';

import type { ClientImport, ColumnMatching, ImportField } from '@/api/generated';
import { fieldLabels } from '@/features/imports/importWords';

const isField = (field: string): field is ImportField => field in fieldLabels;

/** A column that is left out has no field. */
const column = z.object({ name: z.string(), field: z.string() });

/** The server's rules, so that a person need not wait for them. */
function problemOf(fields: string[]): string {
  const chosen = fields.filter(isField);
  const twice = chosen.find((field, place) => chosen.indexOf(field) !== place);
  if (twice) return `Two columns go into “${fieldLabels[twice]}”. Leave one of them out.`;
  const has = (field: ImportField) => chosen.includes(field);
  if (has('full_name') && (has('first_name') || has('last_name'))) return 'Choose either the full name, or the first and the last name.';
  if (!has('full_name') && !(has('first_name') && has('last_name'))) return 'Choose which columns hold the first and the last name, or the full name.';
  return '';
}

export const matchingForm = z.object({
  columns: z.array(column),
  date_order: z.enum(['mdy', 'dmy', 'ymd']),
}).check((context) => {
  const problem = problemOf(context.value.columns.map(({ field }) => field));
  if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value, path: ['columns'] });
});

export type MatchingForm = z.infer<typeof matchingForm>;

export const fromImport = ({ columns, date_order }: ClientImport): MatchingForm => ({
  columns: columns.map(({ name, field }) => ({ name, field: field ?? '' })),
  date_order: date_order ?? 'mdy',
});

export const toMatching = ({ columns, date_order }: MatchingForm): ColumnMatching => ({
  fields: columns.map(({ field }) => (isField(field) ? field : null)),
  date_order,
});

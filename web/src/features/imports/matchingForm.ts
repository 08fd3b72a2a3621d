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
  if (has('full_name') && (has('first_name') || has('last_name')))
    return 'Choose either the full name, or the first and the last name.';
  if (!has('full_name') && !(has('first_name') && has('last_name')))
    return 'Choose which columns hold the first and the last name, or the full name.';
  return '';
}

/** `asksOrder`: every date fits several orders, so that a person has to choose one. */
export const matchingForm = (asksOrder: boolean) =>
  z
    .object({
      columns: z.array(column),
      date_order: z.enum(['', 'mdy', 'dmy', 'ymd']),
    })
    .check((context) => {
      const { columns, date_order } = context.value;
      const fields = columns.map(({ field }) => field);
      const add = (message: string, path: string) =>
        context.issues.push({ code: 'custom', message, input: context.value, path: [path] });
      const problem = problemOf(fields);
      if (problem) add(problem, 'columns');
      if (asksOrder && date_order === '' && fields.includes('birth_date'))
        add('Choose how the dates are written.', 'date_order');
    });

export type MatchingForm = z.infer<ReturnType<typeof matchingForm>>;

export const fromImport = ({ columns, date_order }: ClientImport): MatchingForm => ({
  columns: columns.map(({ name, field }) => ({ name, field: field ?? '' })),
  date_order: date_order ?? '',
});

export const toMatching = ({ columns, date_order }: MatchingForm): ColumnMatching => ({
  fields: columns.map(({ field }) => (isField(field) ? field : null)),
  date_order: date_order === '' ? null : date_order,
});

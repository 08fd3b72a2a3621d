import type { ClientImport, DateOrder, ImportRow } from '@/api/generated';
import { useListUndecidedDatesQuery } from '@/api/undecidedDates';

/** The answers about dates by the `questionKey` of their rows; '' for one that was taken back. */
export type DateAnswers = Readonly<Record<string, DateOrder | ''>>;

/** The whole row: once the file was read in another way, its number alone may be that of another person. */
export const questionKey = ({ number, cells, date_readings }: ImportRow): string =>
  JSON.stringify([number, cells, date_readings]);

/** The rows whose dates a person has to decide, and what was answered about them so far. */
export function useDateQuestions(found: ClientImport, answers: DateAnswers) {
  // Without an order for the whole file each date that means several days is a question.
  const isAsking = found.with_problems > 0 && found.date_order === null;
  const query = useListUndecidedDatesQuery(found.id, { skip: !isAsking });
  const rows = (isAsking && query.data) || [];
  const given = rows.flatMap((row) => {
    const order = answers[questionKey(row)];
    return order ? [{ number: row.number, date_order: order }] : [];
  });
  return { isAsking, query, rows, given };
}

export type DateQuestionsState = ReturnType<typeof useDateQuestions>;

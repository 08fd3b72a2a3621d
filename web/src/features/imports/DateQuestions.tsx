import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useMatchImportColumnsMutation, type ClientImport, type DateOrder } from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { NotSavedYet } from '@/components/NotSavedYet';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { counted, nameOf } from '@/features/imports/importWords';
import {
  questionKey,
  type DateAnswers,
  type DateQuestionsState,
} from '@/features/imports/useDateQuestions';
import { formatDate } from '@/lib/dates';

interface Props {
  found: ClientImport;
  questions: DateQuestionsState;
  onAnswer: (answer: DateAnswers) => void;
  /** The answers are saved. */
  onSent: () => void;
}

/** Dates that mean several days in a file that does not say which: a person answers, row by row. */
export function DateQuestions({ found, questions, onAnswer, onSent }: Props) {
  const { query, rows, given } = questions;
  const [problem, setProblem] = useState<string>();
  const [match, { isLoading }] = useMatchImportColumnsMutation();
  useUnsavedGuard(given.length > 0);
  const orders = new Map(given.map(({ number, date_order }) => [number, date_order]));
  if (query.data && rows.length === 0 && !query.error) return null;

  const send = async () => {
    setProblem(undefined);
    try {
      await match({
        id: found.id,
        'If-Match': String(found.version),
        columnMatching: {
          fields: found.columns.map(({ field }) => field),
          date_order: found.date_order,
          date_answers: given,
        },
      }).unwrap();
      onSent();
    } catch (thrown) {
      setProblem(asFailure(thrown).message);
    }
  };

  return (
    <Panel title="Dates to decide">
      <Stack spacing={2}>
        <QueryFailure what="The dates to decide could not be loaded." query={query} />
        {!query.data && !query.error && (
          <PartSkeleton label="Loading the dates to decide" height={120} />
        )}
        {rows.length > 0 && (
          <Stack
            component="form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
            spacing={2}
            aria-label="Dates to decide"
            sx={{ alignItems: 'flex-start' }}
          >
            <Typography>
              The file writes dates in more than one way. Choose the day of each row.
            </Typography>
            {rows.map((row) => (
              <SelectInput
                key={row.number}
                label={`Row ${row.number}: ${nameOf(found.columns, row)}`}
                placeholder="Not decided"
                options={row.date_readings.map((reading) => ({
                  value: reading.date_order,
                  label: formatDate(reading.date),
                }))}
                value={orders.get(row.number) ?? ''}
                onChange={(order) => onAnswer({ [questionKey(row)]: order as DateOrder | '' })}
              />
            ))}
            {problem !== undefined && <NotSavedYet problem={problem} />}
            <Button
              type="submit"
              variant="contained"
              loading={isLoading}
              disabled={given.length === 0}
            >{`Check the rows again with ${counted(given.length, 'answer')}`}</Button>
          </Stack>
        )}
      </Stack>
    </Panel>
  );
}

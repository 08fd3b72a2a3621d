import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useListImportRowsPageQuery,
  useMatchImportColumnsMutation,
  type ClientImport,
  type ColumnMatching,
  type DateAnswer,
  type ImportRow,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { FormSelect } from '@/components/FormSelect';
import { QueryFailure } from '@/components/LoadFailure';
import { NotSavedYet } from '@/components/NotSavedYet';
import { Panel } from '@/components/Panel';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { DateOrderField } from '@/features/imports/DateOrderField';
import { counted, fieldLabels } from '@/features/imports/importWords';
import {
  fromImport,
  matchingForm,
  toMatching,
  type MatchingForm,
} from '@/features/imports/matchingForm';
import { ReadAgain } from '@/features/imports/ReadAgain';
import { applyServerErrors } from '@/lib/serverErrors';

/** How many rows show what a column holds. */
const shownRows = 3;

interface Props {
  found: ClientImport;
  /** Answers about single dates, which are saved as well. */
  answers?: DateAnswer[];
  /** They are saved. */
  onSent?: () => void;
}

/** The second step: which column goes into which field, beside the first rows. What was found by name is chosen already. */
export function MatchColumns({ found, answers, onSent }: Props) {
  const rows = useListImportRowsPageQuery({ id: found.id, limit: shownRows });
  const { control, handleSubmit, setError, reset } = useForm<MatchingForm>({
    resolver: zodResolver(matchingForm(found.dates?.kind === 'open')),
    defaultValues: fromImport(found),
  });
  const { isDirty, isSubmitting, errors } = useFormState({ control });
  const [save] = useMatchImportColumnsMutation();
  const [problem, setProblem] = useState<string>();
  useUnsavedGuard(isDirty);
  const before = found.columns.map(({ field }) => field);
  const unmatched = errors.columns?.root?.message ?? errors.columns?.message;

  const submit = handleSubmit(async (matching) => {
    setProblem(undefined);
    const columnMatching = toMatching(matching);
    // They are about the dates of one column, and not about those of another.
    const sent =
      answers && answers.length > 0 && birthColumn(columnMatching.fields) === birthColumn(before);
    try {
      await save({
        id: found.id,
        'If-Match': String(found.version),
        columnMatching: { ...columnMatching, ...(sent && { date_answers: answers }) },
      }).unwrap();
      reset(matching);
      if (sent) onSent?.();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Matching the columns failed', failure);
      const { fields: columns, ...others } = failure.fields;
      setProblem(
        columns
          ? `The columns ${columns}.`
          : applyServerErrors({ ...failure, fields: others }, setError, ['date_order']),
      );
    }
  });

  return (
    <Panel title="Match the columns" actions={<ReadAgain found={found} />}>
      <Stack
        component="form"
        noValidate
        onSubmit={submit}
        spacing={2}
        aria-label="Columns of the file"
      >
        {aboveNames(found) && (
          <Alert severity="info">{`Row ${found.header_row} names the columns; the rows above it are left out.`}</Alert>
        )}
        <Typography>{`${found.file_name}: ${counted(found.rows, 'row')}. Choose for each column where its values go. A column that is left out is not imported.`}</Typography>
        <QueryFailure what="The first rows could not be loaded." query={rows} />
        <Box sx={grid}>
          {found.columns.map(({ name }, place) => (
            <Box key={name} sx={{ minWidth: 0 }}>
              <FormSelect
                control={control}
                name={`columns.${place}.field`}
                label={name}
                placeholder="Leave out"
                options={fieldOptions}
                hint={sample(rows.data, place)}
              />
            </Box>
          ))}
        </Box>
        <DateOrderField control={control} dates={found.dates} />
        {unmatched && <Alert severity="error">{unmatched}</Alert>}
        {problem !== undefined && <NotSavedYet problem={problem} />}
        <Button
          type="submit"
          variant="contained"
          loading={isSubmitting}
          style={{ alignSelf: 'flex-start' }}
        >
          Check the rows
        </Button>
      </Stack>
    </Panel>
  );
}

const aboveNames = ({ has_header, header_row }: ClientImport): boolean =>
  has_header === true && header_row !== null && header_row > 1;

const birthColumn = (fields: ColumnMatching['fields']): number => fields.indexOf('birth_date');

const fieldOptions = Object.entries(fieldLabels).map(([value, label]) => ({ value, label }));
const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
  alignItems: 'start',
} as const;

/** What the first rows hold in this column. */
function sample(rows: ImportRow[] | undefined, place: number): string {
  const cells = (rows ?? [])
    .map(({ cells: row }) => row[place] ?? '')
    .filter(Boolean)
    .map((cell) => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell));
  return cells.length > 0 ? cells.join(' · ') : 'Empty in the first rows';
}

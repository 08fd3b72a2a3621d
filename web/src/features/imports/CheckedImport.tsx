import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useRunImportMutation, type ClientImport } from '@/api/generated';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { FormSelect } from '@/components/FormSelect';
import { NotSavedYet } from '@/components/NotSavedYet';
import { Panel } from '@/components/Panel';
import { DateQuestions } from '@/features/imports/DateQuestions';
import { counted } from '@/features/imports/importWords';
import { ImportRows } from '@/features/imports/ImportRows';
import { MatchColumns } from '@/features/imports/MatchColumns';
import { runForm, startOf, expectedCounts, type RunForm } from '@/features/imports/runForm';
import { useDateQuestions, type DateAnswers } from '@/features/imports/useDateQuestions';
import { applyServerErrors } from '@/lib/serverErrors';

export interface CheckedImportProps {
  found: ClientImport;
  /** The answers about dates that are not sent yet. */
  answers: DateAnswers;
  onAnswers: Dispatch<SetStateAction<DateAnswers>>;
}

/** The third step: what is wrong and who is there already, decided for all rows at once; then the import, or other columns. */
export function CheckedImport({ found, answers, onAnswers }: CheckedImportProps) {
  const questions = useDateQuestions(found, answers);
  const forget = () => onAnswers({});
  const { rows, with_problems, with_notices, very_likely, possible, in_file } = found;
  const good = rows - with_problems;
  return (
    <Stack spacing={2}>
      <Panel title="What was found">
        <Typography role="status">
          {`${counted(rows, 'row')}: ${counted(good, 'row')} without problems, ${counted(with_problems, 'row')} with problems, ${counted(very_likely + possible, 'likely duplicate')} of clients, ${counted(in_file, 'row')} about the person of an earlier row.`}
        </Typography>
      </Panel>
      {questions.isAsking && (
        <DateQuestions
          found={found}
          questions={questions}
          onAnswer={(answer) => onAnswers((before) => ({ ...before, ...answer }))}
          onSent={forget}
        />
      )}
      {with_problems > 0 && <ImportRows found={found} kind="problems" title="Rows with problems" />}
      {with_notices > 0 && (
        <ImportRows found={found} kind="notices" title="Rows to look at before they are imported" />
      )}
      {very_likely > 0 && (
        <ImportRows found={found} kind="very_likely" title="Very likely clients already" />
      )}
      {possible > 0 && (
        <ImportRows found={found} kind="possible" title="Possibly clients already" />
      )}
      {in_file > 0 && <ImportRows found={found} kind="in_file" title="Twice in the file" />}
      <RunPanel found={found} unsent={questions.given.length} />
      <MatchColumns key={found.version} found={found} answers={questions.given} onSent={forget} />
    </Stack>
  );
}

/** `unsent` answers about dates would be lost with the import. */
function RunPanel({ found, unsent }: { found: ClientImport; unsent: number }) {
  const { control, handleSubmit, setError } = useForm<RunForm>({
    resolver: zodResolver(runForm),
    defaultValues: startOf(found),
  });
  const { isSubmitting } = useFormState({ control });
  const form = useWatch({ control }) as RunForm;
  const { added, filled } = expectedCounts(found, form);
  const [run] = useRunImportMutation();
  const [problem, setProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const submit = handleSubmit(async (importRun) => {
    setProblem(undefined);
    try {
      await run({ id: found.id, 'If-Match': String(found.version), importRun }).unwrap();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Starting the import failed', failure);
      setProblem(
        applyServerErrors(failure, setError, [
          'scope',
          'on_very_likely',
          'on_possible',
          'on_in_file',
        ]),
      );
    }
  });

  return (
    <Panel title="Import">
      <Stack
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (unsent > 0) setIsAsking(true);
          else void submit();
        }}
        spacing={2}
        aria-label="Import"
        sx={{ maxWidth: 560 }}
      >
        {found.very_likely > 0 && (
          <FormSelect
            control={control}
            name="on_very_likely"
            label={`Very likely clients already (${found.very_likely})`}
            options={existing}
          />
        )}
        {found.possible > 0 && (
          <FormSelect
            control={control}
            name="on_possible"
            label={`Possibly clients already (${found.possible})`}
            options={existing}
          />
        )}
        {found.in_file > 0 && (
          <FormSelect
            control={control}
            name="on_in_file"
            label={`Twice in the file (${found.in_file})`}
            options={repeated}
          />
        )}
        <FormSelect
          control={control}
          name="scope"
          label="Rows"
          options={found.with_problems > 0 ? scopes.slice(1) : scopes}
          hint={
            found.with_problems > 0
              ? 'All rows can be imported once none has a problem: correct the file and begin again.'
              : undefined
          }
        />
        <Typography>{`${counted(added, 'client')} will be added${filled > 0 ? ` and ${counted(filled, 'record')} filled where they are empty` : ''}. The import can be undone for 30 days.`}</Typography>
        {problem !== undefined && <NotSavedYet problem={problem} />}
        <Button
          type="submit"
          variant="contained"
          size="large"
          loading={isSubmitting}
          disabled={added + filled === 0}
          style={{ alignSelf: 'flex-start' }}
        >{`Import ${counted(added + filled, 'row')}`}</Button>
      </Stack>
      <ConfirmDialog
        open={isAsking}
        question={`Import without the ${counted(unsent, 'answer')} about dates?`}
        detail="The answers are not saved yet, so their rows are left out. “Check the rows again” saves the answers."
        confirmLabel="Import without them"
        onConfirm={() => {
          setIsAsking(false);
          void submit();
        }}
        onClose={() => setIsAsking(false)}
      />
    </Panel>
  );
}

const existing = [
  { value: 'skip', label: 'Leave them out' },
  { value: 'fill', label: 'Fill what is empty in their records' },
  { value: 'add', label: 'Add them anyway' },
];
const repeated = [
  { value: 'skip', label: 'Leave the later rows out' },
  { value: 'add', label: 'Add them anyway' },
];
const scopes = [
  { value: 'all', label: 'All or none' },
  { value: 'good', label: 'The good rows only' },
];

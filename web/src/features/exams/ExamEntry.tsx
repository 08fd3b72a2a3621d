import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useForm, useWatch, type Control, type FieldErrors } from 'react-hook-form';

import { asFailure, type ApiFailure } from '@/api/failure';
import {
  useCreateExamMutation,
  type Exam,
  type Findings,
  type NormalFindings,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { LeaveDialog } from '@/components/LeaveDialog';
import { unseen } from '@/components/unseen';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { countBlanks } from '@/features/exams/appendFinding';
import { ExamBar } from '@/features/exams/ExamBar';
import {
  blanksLeft,
  blankExam,
  countWritten,
  examFields,
  examForm,
  fillEmpty,
  labelOf,
  type ExamField,
  type ExamForm,
} from '@/features/exams/examForm';
import { templateTexts } from '@/features/exams/examTemplate';
import { FindingsPanel } from '@/features/exams/findings/FindingsPanel';
import { SystemsPanel } from '@/features/exams/findings/SystemsPanel';
import { readingOf } from '@/features/exams/findings/phrases';
import { ReadingContext } from '@/features/exams/findings/useReading';
import { restNormal } from '@/features/exams/findings/usualNormal';
import { focusOnMount } from '@/features/exams/focusOnMount';
import { LastExam } from '@/features/exams/LastExam';
import { toNewExam } from '@/features/exams/newExam';
import { systems, type SystemKey } from '@/features/exams/systems';
import { UseTemplate } from '@/features/exams/UseTemplate';
import { useEarlierVitals } from '@/features/exams/vitals/useEarlierVitals';
import { VitalsPanel } from '@/features/exams/vitals/VitalsPanel';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  patientId: number;
  lastExam: Exam | null;
  timeZone: string;
  findings: Findings | undefined;
  /** Which of them say that nothing is wrong. */
  normal: NormalFindings | undefined;
  /** Whether to focus it on mount, because it replaces what had the focus. */
  focused: boolean;
  onSaved: (exam: Exam) => void;
  /** Back to the last exam, without this one. */
  onBack: () => void;
}

const nothing: readonly string[] = [];
const noEntries: readonly string[] = [];
const nothingWritten = 'The exam is still empty. Please enter at least one vital sign or finding.';

/** The form of an exam. Its content is kept in memory alone until it is saved: nothing of a patient goes to the browser's storage. */
export function ExamEntry({
  patientId,
  lastExam,
  timeZone,
  findings,
  normal,
  focused,
  onSaved,
  onBack,
}: Props) {
  const notify = useNotify(`exam of ${patientId}`);
  const reading = useMemo(() => readingOf(normal), [normal]);
  const { may } = usePermissions();
  const [createExam, { isLoading: saving }] = useCreateExamMutation();
  const { control, handleSubmit, getValues, setValue, setError, setFocus, formState } =
    useForm<ExamForm>({
      resolver: zodResolver(examForm),
      defaultValues: blankExam,
    });
  const [problem, setProblem] = useState('');
  const [refused, setRefused] = useState(false);
  const [asking, setAsking] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [leaving, setLeaving] = useState(false);
  // The list of blanks follows what is typed.
  const blanks = useWatch({ control, compute: blanksLeft });
  // Once all are filled in the question is closed, also when another blank is added before the next save.
  if (asking && blanks.length === 0) setAsking(false);
  const written = useWatch({ control, compute: countWritten });
  if (problem === nothingWritten && written > 0) setProblem('');
  // What was refused is shown for as long as it is not mended.
  const refusal = refusalWords(formState.errors);
  const [announcement, setAnnouncement] = useState('');
  const [open, setOpen] = useState<ReadonlySet<SystemKey>>(new Set());
  const earlier = useEarlierVitals(patientId, lastExam, timeZone);
  useUnsavedGuard(formState.isDirty);

  /** Opens the rows of these texts, which have a problem. */
  const reveal = (fields: readonly ExamField[]) =>
    setOpen(
      (shown) =>
        new Set([
          ...shown,
          ...systems
            .map(({ key }) => key)
            .filter((key) => fields.some((field) => field.endsWith(`_${key}`))),
        ]),
    );

  const refuse = (errors: FieldErrors<ExamForm>) => {
    reveal(examFields.filter((field) => errors[field]));
    setProblem('');
    setRefused(true);
  };

  const save = (confirmed: boolean) =>
    handleSubmit(async (form) => {
      if (saving) return;
      // A confirmation holds for another try.
      setAsking(confirmed);
      setRefused(false);
      if (countWritten(form) === 0) {
        setProblem(nothingWritten);
        setFocus('vitals');
        return;
      }
      setProblem('');
      if (!confirmed && blanksLeft(form).length > 0) {
        reveal(examFields.filter((field) => countBlanks(form[field]) > 0));
        setAsking(true);
        setAttempts((times) => times + 1);
        return;
      }
      try {
        const exam = await createExam(toNewExam(patientId, form, reading)).unwrap();
        notify({ tone: 'success', text: 'GFE Exam saved successfully!' });
        onSaved(exam);
      } catch (thrown) {
        const failure = asFailure(thrown);
        notify({ tone: 'error', text: 'Error saving exam. Please try again.' });
        applyServerErrors(failure, setError);
        reveal(examFields.filter((field) => field in failure.fields));
        setProblem(whyNotSaved(failure));
      }
    }, refuse);

  /** Returns the empty texts that were filled. */
  const fillTexts = (words: Parameters<typeof fillEmpty>[1]) => {
    const before = getValues();
    const filled = fillEmpty(before, words);
    const changed = examFields.filter((field) => filled[field] !== before[field]);
    for (const field of changed) setValue(field, filled[field], { shouldDirty: true });
    return changed.map((field) => ({ field, text: filled[field] }));
  };
  const fill = (words: Parameters<typeof fillEmpty>[1]) => fillTexts(words).length;

  const makeRestNormal = () => {
    const filled = fillTexts(restNormal(getValues(), findings, reading));
    if (filled.length === 0) return setAnnouncement('Every system has a text already.');
    const text = `${filled.length / 2} ${filled.length === 2 ? 'system' : 'systems'} set to normal.`;
    setAnnouncement(text);
    notify({
      tone: 'success',
      text,
      undo: () => {
        // What was changed since stays.
        for (const { field, text: usual } of filled)
          if (getValues(field) === usual) setValue(field, '', { shouldDirty: true });
      },
    });
  };

  const startFrom = (exam: Exam) => {
    const filled = fill(exam);
    setAnnouncement(
      filled === 0
        ? 'The last exam has nothing for the empty texts.'
        : `${filled} empty texts filled from the last exam.`,
    );
  };

  const saveByKeyboard = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save(false)();
  };

  return (
    <Stack
      component="form"
      ref={focused ? focusOnMount : undefined}
      tabIndex={focused ? -1 : undefined}
      aria-label="Good Faith Exam"
      spacing={1.25}
      noValidate
      onSubmit={save(false)}
      onKeyDown={saveByKeyboard}
    >
      <Box sx={start}>
        {lastExam && (
          <LastExam inline exam={lastExam} timeZone={timeZone}>
            <Button onClick={() => startFrom(lastExam)} sx={quiet}>
              Start from the last exam
            </Button>
            <Button
              disabled={saving}
              onClick={() => (formState.isDirty ? setLeaving(true) : onBack())}
              sx={quiet}
            >
              Back to the last exam
            </Button>
          </LastExam>
        )}
        {may('gfe_template.read') && (
          <UseTemplate fill={(template) => fill(templateTexts(template))} />
        )}
      </Box>
      {leaving && <LeaveDialog onLeave={onBack} onStay={() => setLeaving(false)} />}
      <ReadingContext value={reading}>
        <Box sx={columns}>
          <Box sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}>
            <VitalsPanel
              control={control}
              getValues={getValues}
              setValue={setValue}
              offered={findings?.vitals ?? noEntries}
              earlier={earlier}
              say={setAnnouncement}
            />
            <SystemsPanel
              control={control}
              getValues={getValues}
              setValue={setValue}
              findings={findings}
              open={open}
              onOpen={setOpen}
              onRestNormal={makeRestNormal}
              say={setAnnouncement}
            />
          </Box>
          <Box sx={side}>
            <Paper variant="outlined" sx={{ p: 2 }}>
              <WatchedFindings control={control} />
            </Paper>
            {/* Clearance and signature stand here. */}
            <ExamBar
              control={control}
              saving={saving}
              problem={refused ? refusal : problem}
              blanks={asking ? blanks : nothing}
              attempts={attempts}
              onSaveAnyway={() => void save(true)()}
            />
          </Box>
        </Box>
      </ReadingContext>
      <Box role="status" sx={unseen}>
        {announcement}
      </Box>
    </Stack>
  );
}

/** The texts that are refused, each with the reason. */
function refusalWords(errors: FieldErrors<ExamForm>): string {
  const reasons = examFields
    .filter((field) => errors[field])
    .map((field) => `${labelOf(field)}: ${errors[field]?.message ?? ''}`);
  return reasons.length === 0 ? '' : `Not saved yet. ${reasons.join(' ')}`;
}

function whyNotSaved(failure: ApiFailure): string {
  const reasons = Object.values(failure.fields);
  return reasons.length === 0
    ? 'Not saved yet. Everything you wrote is still here.'
    : `Not saved yet. ${reasons.join(' ')}`;
}

/** On its own, so that a key does not draw the whole form again. */
function WatchedFindings({ control }: { control: Control<ExamForm> }) {
  return <FindingsPanel texts={useWatch({ control })} />;
}

const start = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  '&:empty': { display: 'none' },
} as const;
const quiet = { px: 1, whiteSpace: 'nowrap', flexShrink: 0 } as const;
const columns = {
  display: 'grid',
  gap: { xs: 1.25, md: 2 },
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    md: 'minmax(0, 1fr) 280px',
    lg: 'minmax(0, 1fr) 332px',
  },
  alignItems: 'start',
  '@media (min-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr) 332px' },
} as const;
/** Beside the systems it stays in view. In one column it is no box of its own, so that the bar sticks to the foot of the screen all along. */
const side = {
  display: { xs: 'contents', md: 'grid' },
  gap: 1.25,
  position: 'sticky',
  top: 12,
  minWidth: 0,
} as const;

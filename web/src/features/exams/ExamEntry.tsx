import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState, type KeyboardEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure, type ApiFailure } from '@/api/failure';
import { useCreateExamMutation, type Exam, type Findings } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { LeaveDialog } from '@/components/LeaveDialog';
import { Panel } from '@/components/Panel';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { vitalsJoiner } from '@/features/exams/appendFinding';
import { ExamBar } from '@/features/exams/ExamBar';
import { blanksLeft, blankExam, countWritten, examFields, examForm, fillEmpty, toNewExam, type ExamForm } from '@/features/exams/examForm';
import { ExamSystem } from '@/features/exams/ExamSystem';
import { templateTexts } from '@/features/exams/examTemplate';
import { FindingField } from '@/features/exams/FindingField';
import { focusOnMount } from '@/features/exams/focusOnMount';
import { LastExam } from '@/features/exams/LastExam';
import { SectionLinks } from '@/features/exams/SectionLinks';
import { systems } from '@/features/exams/systems';
import { UseTemplate } from '@/features/exams/UseTemplate';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  patientId: number;
  lastExam: Exam | null;
  timeZone: string;
  findings: Findings | undefined;
  /** Whether to focus it on mount, because it replaces what had the focus. */
  focused: boolean;
  onSaved: (exam: Exam) => void;
  /** Back to the last exam, without this one. */
  onBack: () => void;
}

const nothing: readonly string[] = [];
const nothingWritten = 'The exam is still empty. Please enter at least one vital sign or finding.';

/** The form of an exam. Its content is kept in memory alone until it is saved: nothing of a patient goes to the browser's storage. */
export function ExamEntry({ patientId, lastExam, timeZone, findings, focused, onSaved, onBack }: Props) {
  const notify = useNotify(`exam of ${patientId}`);
  const { may } = usePermissions();
  const [createExam, { isLoading: saving }] = useCreateExamMutation();
  const { control, handleSubmit, getValues, setValue, setError, setFocus, formState } = useForm<ExamForm>({
    resolver: zodResolver(examForm),
    defaultValues: blankExam,
  });
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const [attempts, countAttempts] = useState(0);
  const [leaving, setLeaving] = useState(false);
  // The list of blanks follows what is typed.
  const blanks = useWatch({ control, compute: blanksLeft });
  // Once all are filled in the question is closed, also when another blank is added before the next save.
  if (asking && blanks.length === 0) setAsking(false);
  const [said, say] = useState('');
  useUnsavedGuard(formState.isDirty);

  const save = (confirmed: boolean) => handleSubmit(async (form) => {
    if (saving) return;
    // A confirmation holds for another try.
    setAsking(confirmed);
    if (countWritten(form) === 0) {
      setProblem(nothingWritten);
      setFocus('vitals');
      return;
    }
    setProblem('');
    if (!confirmed && blanksLeft(form).length > 0) {
      setAsking(true);
      countAttempts((times) => times + 1);
      return;
    }
    try {
      const exam = await createExam(toNewExam(patientId, form)).unwrap();
      notify({ tone: 'success', text: 'GFE Exam saved successfully!' });
      onSaved(exam);
    } catch (thrown) {
      const failure = asFailure(thrown);
      notify({ tone: 'error', text: 'Error saving exam. Please try again.' });
      applyServerErrors(failure, setError);
      setProblem(whyNotSaved(failure));
    }
  });

  /** Returns how many empty texts were filled. */
  const fill = (words: Parameters<typeof fillEmpty>[1]) => {
    const before = getValues();
    const filled = fillEmpty(before, words);
    const changed = examFields.filter((field) => filled[field] !== before[field]);
    for (const field of changed) setValue(field, filled[field], { shouldDirty: true });
    return changed.length;
  };

  const startFrom = (exam: Exam) => {
    const filled = fill(exam);
    say(filled === 0 ? 'Nothing was empty that the last exam fills.' : `${filled} empty texts filled from the last exam.`);
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
      spacing={2}
      noValidate
      onSubmit={save(false)}
      onKeyDown={saveByKeyboard}
      sx={clearOfTheBar}
    >
      {lastExam && (
        <LastExam exam={lastExam} timeZone={timeZone}>
          <Button variant="outlined" onClick={() => startFrom(lastExam)}>Start from the last exam</Button>
          <Button disabled={saving} onClick={() => (formState.isDirty ? setLeaving(true) : onBack())}>Back to the last exam</Button>
        </LastExam>
      )}
      {leaving && <LeaveDialog onLeave={onBack} onStay={() => setLeaving(false)} />}
      {may('gfe_template.read') && <UseTemplate fill={(template) => fill(templateTexts(template))} />}
      <SectionLinks control={control} />
      <Panel title="Vitals">
        <FindingField control={control} getValues={getValues} name="vitals" label="Vitals" findings={findings?.vitals ?? []} joiner={vitalsJoiner} say={say} />
      </Panel>
      {systems.map((system) => <ExamSystem key={system.key} control={control} getValues={getValues} system={system} findings={findings} say={say} />)}
      <Box role="status" sx={unseen}>{said}</Box>
      <ExamBar control={control} saving={saving} problem={problem} blanks={asking ? blanks : nothing} attempts={attempts} onSaveAnyway={() => void save(true)()} />
    </Stack>
  );
}

function whyNotSaved(failure: ApiFailure): string {
  const reasons = Object.values(failure.fields);
  return reasons.length === 0 ? 'Not saved yet. Everything you wrote is still here.' : `Not saved yet. ${reasons.join(' ')}`;
}

/** A focused field must not be hidden below the bar. */
const clearOfTheBar = { '& textarea, & select, & button': { scrollMarginBottom: '120px' } } as const;

const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const;

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';

import { useListExamsInfiniteQuery, type Exam } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { Addenda } from '@/features/corrections';
import { PrintButton } from '@/features/documents';
import { ExamText } from '@/features/exams/ExamText';
import { focusOnMount } from '@/features/exams/focusOnMount';
import { LastExam } from '@/features/exams/LastExam';
import { patientPath } from '@/lib/paths';

interface ReadProps {
  exam: Exam;
  timeZone: string;
  /** Whether to focus it on mount, because it replaces what had the focus. */
  focused: boolean;
  /** Absent for those who may only read. */
  onNew: (() => void) | undefined;
}

/** The last exam, to read and to print. */
export function ReadExam({ exam, timeZone, focused, onNew }: ReadProps) {
  return (
    <>
      <LastExam ref={focused ? focusOnMount : undefined} exam={exam} timeZone={timeZone}>
        <PrintButton kind="exam" id={exam.id} what="the last exam" />
        {onNew && (
          <Button variant="contained" onClick={onNew}>
            New exam
          </Button>
        )}
      </LastExam>
      <ExamText exam={exam} />
      <CurrentAddenda exam={exam} timeZone={timeZone} />
    </>
  );
}

/** What was added to the exam since; the list of exams says whether there is anything. */
function CurrentAddenda({ exam: { id, patient_id }, timeZone }: { exam: Exam; timeZone: string }) {
  const { currentData } = useListExamsInfiniteQuery({ patientId: patient_id });
  const entry = rowsOf(currentData)?.find((exam) => exam.id === id);
  if (!entry?.addenda) return null;
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Addenda to={{ record: 'gfe/exams', id }} zone={timeZone} />
    </Paper>
  );
}

interface SavedProps {
  exam: Exam;
  timeZone: string;
  onAnother: () => void;
}

/** What was just saved, and where to go on from here. */
export function SavedExam({ exam, timeZone, onAnother }: SavedProps) {
  return (
    <>
      <Box
        ref={focusOnMount}
        tabIndex={-1}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}
      >
        <ButtonLink variant="contained" to={patientPath(exam.patient_id)}>
          Go to the patient record
        </ButtonLink>
        <Button variant="outlined" onClick={onAnother}>
          Write another exam
        </Button>
      </Box>
      <LastExam exam={exam} timeZone={timeZone} />
      <ExamText exam={exam} />
    </>
  );
}

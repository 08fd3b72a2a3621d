import Box from '@mui/material/Box';

import type { Exam } from '@/api/generated';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
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
        {onNew && <Button variant="contained" onClick={onNew}>New exam</Button>}
      </LastExam>
      <ExamText exam={exam} />
    </>
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
      <Box ref={focusOnMount} tabIndex={-1} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
        <ButtonLink variant="contained" to={patientPath(exam.patient_id)}>Go to the patient record</ButtonLink>
        <Button variant="outlined" onClick={onAnother}>Write another exam</Button>
      </Box>
      <LastExam exam={exam} timeZone={timeZone} />
      <ExamText exam={exam} />
    </>
  );
}

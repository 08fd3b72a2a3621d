import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { isFailure } from '@/api/failure';
import {
  useAddExamAddendumMutation,
  useOpenExamQuery,
  useVoidExamMutation,
  type OpenedExam,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { ExamClearance } from '@/features/clearance';
import { Addenda, AddendumDialog, VoidDialog, VoidedNote } from '@/features/corrections';
import { PrintButton, SignedCopies } from '@/features/documents';
import { ExamText } from '@/features/exams/ExamText';
import { formatInstant } from '@/lib/dates';

interface Props {
  id: number;
  zone: string;
  onVoided: (id: number) => void;
  onClose: () => void;
}

/** A whole exam with its addenda and its void, and the actions that are possible. */
export function ExamDialog({ id, zone, onVoided, onClose }: Props) {
  const query = useOpenExamQuery(id, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData: exam, error, isError } = query;
  const { may } = usePermissions();
  const [correcting, setCorrecting] = useState<'addendum' | 'void' | null>(null);
  const [add] = useAddExamAddendumMutation();
  const [voidExam] = useVoidExamMutation();
  const when = exam ? formatInstant(exam.created_at, zone) : '';
  const stop = () => setCorrecting(null);

  const content = () => {
    if (exam) return <ExamBody exam={exam} zone={zone} />;
    if (isFailure(error) && error.status === 404)
      return <EmptyState title="This exam was not found." />;
    if (isError) return <QueryFailure what="The exam could not be loaded." query={query} />;
    return <PartSkeleton label="Loading the exam" height={320} />;
  };
  return (
    <ViewDialog
      title={exam ? `Good Faith Exam, ${when}` : 'Good Faith Exam'}
      label="Exam"
      keepsHeight
      actions={
        exam && (
          <>
            <PrintButton kind="exam" id={id} what={`the exam of ${when}`} />
            {exam.may_void && (
              <Button color="error" onClick={() => setCorrecting('void')}>
                Void
              </Button>
            )}
            {may('gfe.create') && !exam.voided && (
              <Button variant="outlined" onClick={() => setCorrecting('addendum')}>
                Add addendum
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {content()}
      {correcting === 'addendum' && (
        <AddendumDialog
          of={`the exam of ${when}`}
          add={(addendum) => add({ id, newAddendum: addendum }).unwrap()}
          onClose={stop}
        />
      )}
      {correcting === 'void' && (
        <VoidDialog
          what="exam"
          of={`The exam of ${when}`}
          detail="It stays in the history, marked as voided, and no longer clears the patient for any service. Treatments that were recorded with it stay as they are."
          request={async (reason) => {
            await voidExam({ id, newVoid: reason }).unwrap();
            onVoided(id);
          }}
          onClose={stop}
        />
      )}
    </ViewDialog>
  );
}

function ExamBody({ exam, zone }: { exam: OpenedExam; zone: string }) {
  return (
    <Stack spacing={2.5}>
      {exam.voided && (
        <VoidedNote voided={exam.voided} zone={zone}>
          This exam clears nothing.
        </VoidedNote>
      )}
      <Typography color="textSecondary">{`Examined by ${exam.examiner_name} on ${formatInstant(exam.created_at, zone)}`}</Typography>
      <ExamText exam={exam} />
      {!exam.voided && <ExamClearance exam={exam} />}
      <SignedCopies of="exam" id={exam.id} />
      <Addenda to={{ record: 'gfe/exams', id: exam.id }} zone={zone} />
    </Stack>
  );
}

import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { memo } from 'react';

import { mayPass } from '@/api/failure';
import { useShowExamQuery } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { fresh } from '@/api/baseApi';
import { Panel } from '@/components/Panel';
import { ExamGateNotice } from '@/features/patient-record/ExamGateNotice';
import { examGate } from '@/features/patient-record/examGate';
import { TreatmentForm } from '@/features/patient-record/TreatmentForm';

/** Records today's treatment, once the patient has an exam. */
export const TreatmentPanel = memo(function TreatmentPanel({ patientId }: { patientId: number }) {
  const { may } = useMay();
  const readable = may('gfe.read');
  const { currentData, error, isFetching, fulfilledTimeStamp, refetch } = useShowExamQuery(patientId, { skip: !readable, refetchOnMountOrArgChange: fresh });
  // Whoever may not read exams cannot know that there is one.
  // An ended session says nothing of the exam: what was known of it before stands, and the server has the last word.
  const failed = error !== undefined && !('status' in error && error.status === 401);
  const gate = examGate({ currentData, isError: failed || !readable }, fulfilledTimeStamp ?? 0);

  return (
    <Panel title="New Treatment">
      <Stack spacing={2.5} sx={{ maxWidth: 640 }}>
        {gate.state === 'checking'
          ? <Skeleton variant="rounded" height={56} aria-label="Looking up the exam" />
          : <ExamGateNotice gate={gate} patientId={patientId} checking={isFetching} passing={mayPass(error)} onCheck={() => readable && void refetch()} />}
        <TreatmentForm patientId={patientId} gate={gate.state} />
      </Stack>
    </Panel>
  );
});

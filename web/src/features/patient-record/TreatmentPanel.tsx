import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { lazy, Suspense } from 'react';

import { useShowExamQuery } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { Panel } from '@/components/Panel';
import { ExamGateNotice } from '@/features/patient-record/ExamGateNotice';
import { examGate } from '@/features/patient-record/examGate';

// On its way while the exam is still looked up.
const form = import('@/features/patient-record/TreatmentForm');
const TreatmentForm = lazy(async () => ({ default: (await form).TreatmentForm }));

/** Records today's treatment, once the patient has an exam. */
export function TreatmentPanel({ patientId }: { patientId: number }) {
  const { may } = useMay();
  const readable = may('gfe.read');
  const { currentData, isError, isFetching, fulfilledTimeStamp, refetch } = useShowExamQuery(patientId, { skip: !readable, refetchOnMountOrArgChange: true });
  // Whoever may not read exams cannot know that there is one.
  const gate = examGate({ currentData, isError: isError || !readable }, fulfilledTimeStamp ?? 0);

  return (
    <Panel title="New Treatment">
      <Stack spacing={2.5} sx={{ maxWidth: 640 }}>
        {gate.state === 'checking'
          ? <Skeleton variant="rounded" height={56} aria-label="Looking up the exam" />
          : <ExamGateNotice gate={gate} patientId={patientId} checking={isFetching} onCheck={() => readable && void refetch()} />}
        <Suspense fallback={<Skeleton variant="rounded" height={520} aria-label="Loading the form" />}>
          <TreatmentForm patientId={patientId} gate={gate.state} />
        </Suspense>
      </Stack>
    </Panel>
  );
}

import Stack from '@mui/material/Stack';
import { memo } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { isTransient } from '@/api/failure';
import { useListTreatmentsInfiniteQuery, useShowExamQuery } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { examGate, type ExamGate } from '@/features/treatments/examGate';
import { ExamGateNotice } from '@/features/treatments/ExamGateNotice';
import { TreatmentForm } from '@/features/treatments/TreatmentForm';

/** Records today's treatment, once the patient has an exam. */
export const TreatmentPanel = memo(function TreatmentPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const readable = may('gfe.read');
  const { currentData, error, isFetching, fulfilledTimeStamp, refetch } = useShowExamQuery(
    patientId,
    { skip: !readable, refetchOnMountOrArgChange: maxAgeSeconds },
  );
  // A 401 says nothing about the exam: the last answer stays, and the server checks again when the treatment is saved. A role that may
  // not read exams has no answer.
  const failed = error !== undefined && !('status' in error && error.status === 401);
  const found = examGate({ currentData, isError: failed || !readable }, fulfilledTimeStamp ?? 0);
  // Where a prescriber clears each service, the exam's own age decides nothing.
  const byService = useModules().isOn('clearance');
  const gate: ExamGate =
    byService && found.state === 'expired' ? { state: 'open', exam: found.exam } : found;
  const { currentData: history } = useListTreatmentsInfiniteQuery(
    { patientId },
    { skip: !may('treatment.list'), refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const last = rowsOf(history)?.find(({ voided }) => !voided);

  return (
    <Panel title="New Treatment" anchor="new-treatment">
      <Stack spacing={2.5} sx={{ maxWidth: 640 }}>
        {gate.state === 'checking' ? (
          <PartSkeleton label="Looking up the exam" height={56} />
        ) : (
          <ExamGateNotice
            gate={gate}
            patientId={patientId}
            checking={isFetching}
            transient={isTransient(error)}
            onCheck={() => readable && void refetch()}
          />
        )}
        <TreatmentForm patientId={patientId} gate={gate.state} last={last} />
      </Stack>
    </Panel>
  );
});

import type { FieldValues } from 'react-hook-form';

import type { Exam } from '@/api/generated';
import { useModules } from '@/api/useModules';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import type { TreatmentClearanceProps } from '@/features/clearance/TreatmentClearance';

/** The parts of clearance on other features' pages. Their code is fetched only where the clinic clears service by service. */

const useExamClearance = lazyCode(
  async () => (await import('@/features/clearance/ExamClearance')).ExamClearance,
);
const useSettings = lazyCode(
  async () => (await import('@/features/clearance/ClearanceSettings')).ClearanceSettings,
);
const useTreatmentClearance = lazyCode(
  async () => (await import('@/features/clearance/TreatmentClearance')).TreatmentClearance,
);

interface FetchingProps {
  failed: boolean;
  onRetry: () => void;
}

function Fetching({ failed, onRetry }: FetchingProps) {
  if (failed)
    return (
      <LoadFailure what="The clearance could not be loaded." transient={false} onRetry={onRetry} />
    );
  return <PartSkeleton label="Loading the clearance" height={96} />;
}

const useIsOn = () => useModules().isOn('clearance');

/** What an exam clears; nothing where there is none yet. */
export function ExamClearance({ exam }: { exam: Exam | null }) {
  return useIsOn() && exam ? <FetchedExam exam={exam} /> : null;
}

function FetchedExam({ exam }: { exam: Exam }) {
  const { code: Code, failed, retry } = useExamClearance();
  return Code ? <Code exam={exam} /> : <Fetching failed={failed} onRetry={retry} />;
}

/** The panel of the clinic's settings. */
export function ClearanceSettings() {
  return useIsOn() ? <FetchedSettings /> : null;
}

function FetchedSettings() {
  const { code: Code, failed, retry } = useSettings();
  return Code ? <Code /> : <Fetching failed={failed} onRetry={retry} />;
}

/** The gate of a treatment's service and the question before it. */
export function TreatmentClearance<Form extends FieldValues>(props: TreatmentClearanceProps<Form>) {
  return useIsOn() ? <FetchedGate {...props} /> : null;
}

function FetchedGate<Form extends FieldValues>(props: TreatmentClearanceProps<Form>) {
  const { code: Code, failed, retry } = useTreatmentClearance();
  return Code ? <Code {...props} /> : <Fetching failed={failed} onRetry={retry} />;
}

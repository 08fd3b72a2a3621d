import type { PatientRecord } from '@/api/generated';
import { lazyPart } from '@/components/lazyPart';

const Archived = lazyPart(
  async () => (await import('@/features/patients/ArchivedNotice')).ArchivedNotice,
);

/** The notice on an archived record: few records are archived. */
export function ArchivedNotice({ patient }: { patient: PatientRecord }) {
  return patient.archived ? <Archived patient={patient} /> : null;
}

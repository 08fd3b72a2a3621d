/** The record of one patient: who they are, what they consented to, what was done, and what is done today. */
import Stack from '@mui/material/Stack';
import { useParams } from 'react-router';

import { useShowPatientQuery } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ConsentsPanel } from '@/features/patient-record/ConsentsPanel';
import { RecordHeader } from '@/features/patient-record/RecordHeader';
import { TreatmentHistory } from '@/features/patient-record/TreatmentHistory';
import { TreatmentPanel } from '@/features/patient-record/TreatmentPanel';

export function Component() {
  const id = Number(useParams().id);
  const named = Number.isSafeInteger(id) && id > 0;
  const { may, mayLimited } = useMay();
  const allowed = mayLimited('patient.read');
  const { currentData: patient, error, refetch } = useShowPatientQuery(id, { skip: !named || !allowed, refetchOnMountOrArgChange: true });

  if (!allowed) return <Faceless><NoPermission what="the records of patients" /></Faceless>;
  if (!named || (error && 'status' in error && error.status === 404)) {
    return <Faceless><EmptyState title="This patient was not found" hint="The link may be mistyped, or from another clinic." /></Faceless>;
  }
  if (!patient) {
    return error ? <Faceless><LoadFailure what="The patient could not be loaded." onRetry={() => void refetch()} /></Faceless> : <PageSkeleton />;
  }

  return (
    <Stack spacing={3}>
      <RecordHeader patient={patient} />
      <ConsentsPanel key={`consents ${id}`} patientId={id} />
      {may('treatment.create') && <TreatmentPanel key={`treatment ${id}`} patientId={id} />}
      <TreatmentHistory key={`history ${id}`} patientId={id} />
    </Stack>
  );
}

const clients = { to: '/patients', label: 'Clients' };

function Faceless({ children }: { children: React.ReactNode }) {
  return (
    <Stack spacing={3}>
      <PageHeader title="Patient" back={clients} />
      {children}
    </Stack>
  );
}

import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';

import { isFailure } from '@/api/failure';
import { useShowEstimateQuery, useShowPatientQuery, type Patient } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { fromEstimate } from '@/features/gfe-estimate/estimateRecord';
import { EstimateSheet } from '@/features/gfe-estimate/EstimateSheet';

// On its way while the rest is still asked for.
const entry = import('@/features/gfe-estimate/EstimateEntry');
const EstimateEntry = lazy(async () => ({ default: (await entry).EstimateEntry }));

/** The cost estimate of one patient: what a course of treatment is expected to cost, given and signed before it begins. */
export function Component() {
  const patientId = Number(useParams().patientId);
  const known = Number.isSafeInteger(patientId) && patientId > 0;
  const { mayLimited } = useMay();
  const allowed = mayLimited('estimate.read');
  const { currentData: patient, error, isError, refetch } = useShowPatientQuery(patientId, { skip: !known || !allowed });

  const content = () => {
    if (!allowed) return <NoPermission what="cost estimates" />;
    if (patient) return <Estimates key={patientId} patient={patient} />;
    if (!known || (isFailure(error) && error.status === 404)) return <EmptyState title="There is no such patient." />;
    if (isError) return <LoadFailure what="The patient could not be loaded." onRetry={() => void refetch()} />;
    return <PageSkeleton />;
  };

  return (
    <Stack spacing={3}>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader
          title="Good Faith Estimate"
          subtitle={patient ? `Cost estimate for ${patient.first_name} ${patient.last_name}` : 'Cost estimate'}
          back={known ? { to: `/patients/${patientId}`, label: 'Patient record' } : { to: '/patients', label: 'Clients' }}
          actions={patient && <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>Print</Button>}
        />
      </Box>
      {content()}
    </Stack>
  );
}

function Estimates({ patient }: { patient: Patient }) {
  const { mayLimited } = useMay();
  const session = useSession();
  const { data: found, isLoading, refetch } = useShowEstimateQuery(patient.id);

  if (isLoading || !session) return <PageSkeleton />;
  // Not an empty form: saving it would stand beside the estimate that could not be read. One that was read once stays.
  if (found === undefined) return <LoadFailure what="The estimate could not be loaded." onRetry={() => void refetch()} />;
  if (mayLimited('estimate.write')) return <Suspense fallback={<PageSkeleton />}><EstimateEntry patient={patient} found={found} session={session} /></Suspense>;
  if (!found) return <EmptyState title="No estimate yet" hint="A provider or the front desk can write this patient’s first estimate." />;
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <EstimateSheet form={fromEstimate(found)} pictures={found} clinic={session.clinic.name} />
    </Paper>
  );
}

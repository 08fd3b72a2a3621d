import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { memo, useState } from 'react';
import { Navigate, useParams } from 'react-router';

import { maxAgeSeconds } from '@/api/baseApi';
import { isFailure } from '@/api/failure';
import {
  estimatesApi,
  patientsApi,
  useShowEstimateQuery,
  useShowPatientQuery,
  type Estimate,
  type Patient,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure, QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { PrintButton, usePrintButton } from '@/features/documents';
import { EstimateEntry } from '@/features/estimates/EstimateEntry';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { copyOf } from '@/features/estimates/estimateRecord';
import { EstimateTitle } from '@/features/estimates/EstimateTitle';
import { useAside } from '@/features/estimates/useAside';
import { usePaper } from '@/features/estimates/usePaper';
import { today } from '@/lib/dates';
import { estimatePath, paths, patientPath } from '@/lib/paths';

const { showEstimate } = estimatesApi.endpoints;
const { showPatient } = patientsApi.endpoints;

export const loader = prefetchLoader(
  ({ mayLimited, params }) => {
    const id = Number(params.patientId);
    // The form starts from it, so never from the cached answer of an earlier visit.
    return mayLimited('estimate.read') && Number.isSafeInteger(id) && id > 0
      ? [showPatient.initiate(id), showEstimate.initiate(id, { forceRefetch: maxAgeSeconds })]
      : [];
  },
  [usePaper.preload, useAside.preload, usePrintButton.preload],
);

/** The cost estimate of one patient: what a course of treatment is expected to cost, given and signed before it begins. */
export function Component() {
  const patientId = Number(useParams().patientId);
  const known = Number.isSafeInteger(patientId) && patientId > 0;
  const { mayLimited } = usePermissions();
  const allowed = mayLimited('estimate.read');
  const query = useShowPatientQuery(patientId, { skip: !known || !allowed });
  const { currentData: patient, error, isError } = query;
  const paper = usePaper();
  const [begun, setBegun] = useState<Begun>();
  const isNew = useIsNew(patientId, begun);

  const content = () => {
    if (!allowed) return <NoPermission what="cost estimates" />;
    // The number of a merged patient leads to the record that holds it.
    if (patient?.merged_into) return <Navigate to={estimatePath(patient.merged_into)} replace />;
    if (patient)
      return (
        <Estimates
          key={patientId}
          patient={patient}
          begun={begun?.patientId === patientId ? begun : undefined}
          begin={setBegun}
        />
      );
    if (!known || (isFailure(error) && error.status === 404))
      return <EmptyState title="There is no such patient." />;
    if (isError) return <QueryFailure what="The patient could not be loaded." query={query} />;
    return <PageSkeleton />;
  };

  return (
    <Stack spacing={2}>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeader
          title="Good Faith Estimate"
          subtitle={patient ? <EstimateTitle patient={patient} isNew={isNew} /> : 'Cost estimate'}
          back={
            known
              ? { to: patientPath(patientId), label: 'Patient record' }
              : { to: paths.patients, label: 'Clients' }
          }
          actions={
            patient && (
              <>
                {!isNew && <PrintSaved patientId={patient.id} />}
                <Button
                  variant="outlined"
                  startIcon={<PrintOutlined />}
                  disabled={!paper.code}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </>
            )
          }
        />
      </Box>
      {patient && paper.failed && (
        <Box sx={{ displayPrint: 'none' }}>
          <LoadFailure
            what="The print view could not be loaded."
            transient={false}
            onRetry={paper.retry}
          />
        </Box>
      )}
      {content()}
    </Stack>
  );
}

/** The estimate as it is saved; the other button prints what is on the screen, also a draft. */
function PrintSaved({ patientId }: { patientId: number }) {
  const { data: saved } = useShowEstimateQuery(patientId);
  return saved ? <PrintButton kind="estimate" id={saved.id} what="the saved estimate" /> : null;
}

/** The form of a new estimate beside the one on record: a copy of it, or a blank one. */
interface Begun {
  patientId: number;
  number: number;
  copied: EstimateForm | undefined;
  /** The newest estimate on record when it was begun. */
  beside: number | undefined;
}

/** Whether what was begun is not saved yet: saving makes it the newest estimate on record. */
function useIsNew(patientId: number, begun: Begun | undefined) {
  const { data: newest } = useShowEstimateQuery(patientId, {
    skip: begun?.patientId !== patientId,
  });
  return begun?.patientId === patientId && newest?.id === begun.beside;
}

interface EstimatesProps {
  patient: Patient;
  begun: Begun | undefined;
  begin: (begun: Begun) => void;
}

const Estimates = memo(function Estimates({ patient, begun, begin }: EstimatesProps) {
  const { mayLimited } = usePermissions();
  const session = useSession();
  const { code: paper } = usePaper();
  const query = useShowEstimateQuery(patient.id);
  const { data: found, isLoading } = query;

  if (isLoading || !session) return <PageSkeleton />;
  // Not an empty form: saving it would add a second estimate beside the one that could not be loaded. One that was loaded before stays.
  if (found === undefined)
    return <QueryFailure what="The estimate could not be loaded." query={query} />;
  const mayWrite = mayLimited('estimate.write');
  const zone = session.clinic.time_zone;
  const another = (copied: EstimateForm | undefined) =>
    begin({ patientId: patient.id, number: (begun?.number ?? 0) + 1, copied, beside: found?.id });
  const copy = (estimate: Estimate) => another(copyOf(estimate, today(zone)));
  // What was begun is open until it is saved and voided.
  const isOpen = begun && !(found?.voided && found.id !== begun.beside);
  if (mayWrite && isOpen)
    return (
      <EstimateEntry
        key={`new ${begun.number}`}
        patient={patient}
        found={null}
        copied={begun.copied}
        session={session}
        onCopy={copy}
      />
    );
  if (mayWrite && !found?.voided)
    return <EstimateEntry patient={patient} found={found} session={session} onCopy={copy} />;
  if (!found)
    return (
      <EmptyState
        title="No estimate yet"
        hint="A provider or the front desk can write this patient’s first estimate."
      />
    );
  if (!paper) return <PartSkeleton label="Loading the estimate" height={320} />;
  return (
    <paper.ReadEstimate
      estimate={found}
      session={session}
      {...(mayWrite && { onCopy: () => copy(found), onBlank: () => another(undefined) })}
    />
  );
});

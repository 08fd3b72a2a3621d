/** The record of one patient: header, consents, the form for a treatment, the treatments so far, and the loyalty points. */
import Stack from '@mui/material/Stack';
import { Navigate, useParams } from 'react-router';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  adverseEventsApi,
  consentsApi,
  examsApi,
  loyaltyApi,
  patientsApi,
  treatmentsApi,
  useShowPatientQuery,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure, QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ConsentsPanel, preloadConsents } from '@/features/consents';
import { usePrintButton } from '@/features/documents';
import { useExtras } from '@/features/patients/extras';
import { FootActions } from '@/features/patients/RecordActions';
import { RecordHeader } from '@/features/patients/RecordHeader';
import { StickyHeader } from '@/features/patients/StickyHeader';
import { preloadRecordPanels, RecordPanels } from '@/features/record';
import { preloadTreatmentHistory, TreatmentHistory, TreatmentPanel } from '@/features/treatments';
import { patientPath, paths } from '@/lib/paths';

const { listConsents, listConsentTemplates } = consentsApi.endpoints;
const { showClinicalLists, showPatient, showSummary } = patientsApi.endpoints;
const { showExam } = examsApi.endpoints;
const { showPatientPoints } = loyaltyApi.endpoints;
const refetchOptions = { forceRefetch: maxAgeSeconds };
const named = (id: number) => Number.isSafeInteger(id) && id > 0;

export const loader = prefetchLoader(
  ({ may, mayLimited, params }) => {
    const id = Number(params.id);
    if (!named(id) || !mayLimited('patient.read')) return [];
    return [
      showPatient.initiate(id, refetchOptions),
      may('record.read') && showSummary.initiate(id, refetchOptions),
      may('patient.clinical.read') && showClinicalLists.initiate(id, refetchOptions),
      may('consent.list') && listConsents.initiate(id, refetchOptions),
      may('treatment.create') && may('gfe.read') && showExam.initiate(id, refetchOptions),
      may('loyalty.balance.read') && showPatientPoints.initiate(id, refetchOptions),
      may('treatment.list') &&
        treatmentsApi.endpoints.listTreatments.initiate({ patientId: id }, refetchOptions),
      may('consent.issue') && may('consent_template.read') && listConsentTemplates.initiate(),
      may('patient.note.read') &&
        patientsApi.endpoints.listPatientNotes.initiate({ id }, refetchOptions),
      may('adverse_event.read') &&
        adverseEventsApi.endpoints.listPatientAdverseEvents.initiate({ id }, refetchOptions),
      may('record.read') && patientsApi.endpoints.showTimeline.initiate({ id }, refetchOptions),
    ];
  },
  [
    useExtras.preload,
    usePrintButton.preload,
    preloadConsents,
    preloadTreatmentHistory,
    preloadRecordPanels,
  ],
);

export function Component() {
  const id = Number(useParams().id);
  const { may, mayLimited } = usePermissions();
  const allowed = mayLimited('patient.read');
  const query = useShowPatientQuery(id, {
    skip: !named(id) || !allowed,
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: patient, error } = query;
  const { code: extras, failed, retry } = useExtras();

  if (!allowed)
    return (
      <PageWithoutPatient>
        <NoPermission what="the records of patients" />
      </PageWithoutPatient>
    );
  if (!named(id) || (!patient && error && 'status' in error && error.status === 404)) {
    return (
      <PageWithoutPatient>
        <EmptyState
          title="This patient was not found"
          hint="The address may be mistyped, or belong to another clinic."
        />
      </PageWithoutPatient>
    );
  }
  if (patient?.merged_into)
    return <Navigate to={patientPath(patient.merged_into)} state={{ mergedFrom: id }} replace />;
  const failure = <QueryFailure what="The patient could not be loaded." query={query} />;
  if (!patient)
    return error ? <PageWithoutPatient>{failure}</PageWithoutPatient> : <PageSkeleton />;

  return (
    <Stack spacing={2}>
      {failure}
      <StickyHeader>
        <RecordHeader
          patient={patient}
          menu={
            extras &&
            (may('message.read') ||
              may('patient.archive') ||
              may('patient.merge') ||
              may('patient.export')) && <extras.RecordMenu patient={patient} />
          }
        />
        {extras ? (
          <extras.RecordMarks patient={patient} />
        ) : (
          !failed && <PartSkeleton label="Loading the summary" height={32} />
        )}
        {failed && (
          <LoadFailure
            what="Allergies, alerts and points could not be loaded."
            transient={false}
            onRetry={retry}
          />
        )}
      </StickyHeader>
      {extras && <extras.ArchivedNotice patient={patient} />}
      {extras && <extras.MailStoppedNotice patient={patient} />}
      {extras && <extras.MergedNotice key={`merges ${id}`} patientId={id} />}
      {extras && <extras.EmergencyLine patientId={id} />}
      {extras && <extras.ClinicalPanel key={`clinical ${id}`} patientId={id} />}
      <ConsentsPanel key={`consents ${id}`} patientId={id} />
      {may('treatment.create') && <TreatmentPanel key={`treatment ${id}`} patientId={id} />}
      <TreatmentHistory key={`history ${id}`} patientId={id} />
      {extras && <extras.AdverseEventsPanel key={`events ${id}`} patientId={id} />}
      {extras && <extras.CoveragePanel key={`coverage ${id}`} patientId={id} />}
      {extras && <extras.ChargesPanel key={`charges ${id}`} patientId={id} />}
      {extras && <extras.PatientPoints key={`points ${id}`} patientId={id} />}
      <RecordPanels key={`record ${id}`} patientId={id} />
      <FootActions patientId={id} />
    </Stack>
  );
}

const clients = { to: paths.patients, label: 'Clients' };

function PageWithoutPatient({ children }: { children: React.ReactNode }) {
  return (
    <Stack spacing={2}>
      <PageHeader title="Patient" back={clients} />
      {children}
    </Stack>
  );
}

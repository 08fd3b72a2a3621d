import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { memo, useState } from 'react';
import { useParams } from 'react-router';

import { isFailure } from '@/api/failure';
import { generatedApi, useShowClinicSettingsQuery, useShowExamQuery, useShowPatientQuery, type Exam, type Patient } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { beforehand } from '@/app/beforehand';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { later } from '@/components/later';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ExamText } from '@/features/gfe-exam/ExamText';
import { LastExam } from '@/features/gfe-exam/LastExam';
import { formatDate } from '@/lib/dates';

const ExamEntry = later(async () => (await import('@/features/gfe-exam/ExamEntry')).ExamEntry);

const { showClinicSettings, showExam, showPatient } = generatedApi.endpoints;

export const loader = beforehand(({ may, params }) => {
  const id = Number(params.patientId);
  return may('gfe.read') && Number.isSafeInteger(id) ? [showPatient.initiate(id), showExam.initiate(id), showClinicSettings.initiate()] : [];
}, ExamEntry);

/** The Good Faith Exam of one patient: writing a new one, beside what the last one said. */
export function Component() {
  const patientId = Number(useParams().patientId);
  const known = Number.isSafeInteger(patientId);
  const patient = useShowPatientQuery(patientId, { skip: !known });
  const { may } = useMay();

  const content = () => {
    if (!may('gfe.read')) return <NoPermission what="Good Faith Exams" />;
    if (patient.data) return <Exams key={patientId} patientId={patientId} />;
    if (!known || (isFailure(patient.error) && patient.error.status === 404)) return <EmptyState title="There is no such patient." />;
    if (patient.isError) return <LoadFailure what="The patient could not be loaded." onRetry={patient.refetch} />;
    return <PageSkeleton />;
  };

  return (
    <Stack spacing={3}>
      <PageHeader
        title="Good Faith Exam"
        subtitle={patient.data && whoItIs(patient.data)}
        back={known ? { to: `/patients/${patientId}`, label: 'Patient record' } : { to: '/patients', label: 'Clients' }}
      />
      {content()}
    </Stack>
  );
}

const Exams = memo(function Exams({ patientId }: { patientId: number }) {
  const { may } = useMay();
  const exam = useShowExamQuery(patientId);
  const settings = useShowClinicSettingsQuery();
  const [saved, setSaved] = useState<Exam | null>(null);
  const [begun, begin] = useState(false);
  // The session has it as well: exams are dated in the clinic's zone also when its settings cannot be had.
  const zone = useSession()?.clinic.time_zone ?? 'UTC';
  const timeZone = settings.data?.time_zone ?? zone;
  const lastExam = exam.data ?? null;

  // Once: what failed at first is asked for again later, and a form that somebody has begun by then must stay.
  if (!begun && !exam.isLoading && !settings.isLoading) begin(true);
  if (!begun) return <PageSkeleton />;
  if (saved) return <Saved exam={saved} timeZone={timeZone} onAnother={() => setSaved(null)} />;
  return (
    <>
      {exam.isError && <LoadFailure what="The last exam could not be loaded." onRetry={exam.refetch} />}
      {settings.isError && <LoadFailure what="The clinic's common findings could not be loaded." onRetry={settings.refetch} />}
      {may('gfe.create') && (
        <ExamEntry patientId={patientId} lastExam={lastExam} timeZone={timeZone} findings={settings.data?.findings} onSaved={setSaved} meanwhile={<PageSkeleton />} />
      )}
      {!may('gfe.create') && lastExam && <Reading exam={lastExam} timeZone={timeZone} />}
      {!may('gfe.create') && exam.isSuccess && !lastExam && <EmptyState title="No exam yet" hint="A provider can record this patient's first exam." />}
    </>
  );
});

function Reading({ exam, timeZone }: { exam: Exam; timeZone: string }) {
  return (
    <>
      <LastExam exam={exam} timeZone={timeZone} />
      <ExamText exam={exam} />
    </>
  );
}

function Saved({ exam, timeZone, onAnother }: { exam: Exam; timeZone: string; onAnother: () => void }) {
  return (
    <>
      <Box ref={takeFocus} tabIndex={-1} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
        <ButtonLink variant="contained" to={`/patients/${exam.patient_id}`}>Go to the patient record</ButtonLink>
        <Button variant="outlined" onClick={onAnother}>Write another exam</Button>
      </Box>
      <Reading exam={exam} timeZone={timeZone} />
    </>
  );
}

/** The long form that held the focus is gone: it goes on where the next step is, with the page's head in sight. */
function takeFocus(element: HTMLElement | null) {
  if (!element) return;
  element.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function whoItIs({ first_name, last_name, birth_date }: Patient): string {
  const name = `${first_name} ${last_name}`;
  return birth_date ? `${name}, born ${formatDate(birth_date)}` : name;
}

import Stack from '@mui/material/Stack';
import { memo, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';

import { isFailure } from '@/api/failure';
import {
  clinicApi,
  examsApi,
  patientsApi,
  useShowClinicSettingsQuery,
  useShowExamQuery,
  useShowPatientQuery,
  type Exam,
  type Patient,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ExamClearance, useMayExamine } from '@/features/clearance';
import { ExamEntry } from '@/features/exams/ExamEntry';
import { ExamHistory } from '@/features/exams/ExamHistory';
import { ReadExam, SavedExam } from '@/features/exams/ReadExam';
import { formatDate } from '@/lib/dates';
import { examPath, paths, patientPath } from '@/lib/paths';

const { showClinicSettings } = clinicApi.endpoints;
const { showExam } = examsApi.endpoints;
const { showPatient } = patientsApi.endpoints;

export const loader = prefetchLoader(({ may, params }) => {
  const id = Number(params.patientId);
  return may('gfe.read') && Number.isSafeInteger(id)
    ? [
        showPatient.initiate(id),
        showExam.initiate(id),
        showClinicSettings.initiate(),
        examsApi.endpoints.listExams.initiate({ patientId: id }),
      ]
    : [];
});

/** The Good Faith Exam of one patient: the last one, and the form for a new one. With `?new` the form comes first also where there is a last one. */
export function Component() {
  const patientId = Number(useParams().patientId);
  const known = Number.isSafeInteger(patientId);
  const patient = useShowPatientQuery(patientId, { skip: !known });
  const { may } = usePermissions();

  const content = () => {
    if (!may('gfe.read')) return <NoPermission what="Good Faith Exams" />;
    // The number of a merged patient leads to the record that holds it.
    if (patient.data?.merged_into)
      return <Navigate to={examPath(patient.data.merged_into)} replace />;
    if (patient.data) return <Exams key={patientId} patientId={patientId} />;
    if (!known || (isFailure(patient.error) && patient.error.status === 404))
      return <EmptyState title="There is no such patient." />;
    if (patient.isError)
      return <QueryFailure what="The patient could not be loaded." query={patient} />;
    return <PageSkeleton />;
  };

  return (
    <Stack spacing={2}>
      <PageHeader
        title="Good Faith Exam"
        subtitle={patient.data && whoItIs(patient.data)}
        back={
          known
            ? { to: patientPath(patientId), label: 'Patient record' }
            : { to: paths.patients, label: 'Clients' }
        }
      />
      {content()}
    </Stack>
  );
}

const Exams = memo(function Exams({ patientId }: { patientId: number }) {
  const mayWrite = useMayExamine();
  const exam = useShowExamQuery(patientId);
  const settings = useShowClinicSettingsQuery();
  const [search] = useSearchParams();
  const [shown, setShown] = useState<View | null>(null);
  const [saved, setSaved] = useState<Exam | null>(null);
  // From the session where the settings could not be loaded.
  const zone = useTimeZone();
  const timeZone = settings.data?.time_zone ?? zone;
  const lastExam = newest(exam.data ?? null, saved);

  // Decided once: a request that failed is retried, and its late answer must not replace a form that was begun by then.
  if (!shown && !exam.isLoading && !settings.isLoading)
    setShown(mayWrite && (!lastExam || search.has('new')) ? 'form' : 'last');
  if (!shown) return <PageSkeleton />;
  const onSaved = (made: Exam) => {
    setSaved(made);
    setShown('saved');
  };
  const history = (
    <>
      <ExamClearance exam={shown === 'saved' ? saved : lastExam} />
      <ExamHistory
        patientId={patientId}
        timeZone={timeZone}
        onVoided={(id) => setSaved((made) => (made?.id === id ? null : made))}
      />
    </>
  );
  if (shown === 'saved' && saved)
    return (
      <>
        <SavedExam exam={saved} timeZone={timeZone} onAnother={() => setShown('another')} />
        {history}
      </>
    );
  const writing = shown === 'form' || shown === 'another';
  const onNew = mayWrite ? () => setShown('another') : undefined;
  return (
    <>
      <QueryFailure what="The last exam could not be loaded." query={exam} />
      {writing && (
        <QueryFailure what="The clinic's common findings could not be loaded." query={settings} />
      )}
      {writing && (
        <ExamEntry
          patientId={patientId}
          lastExam={lastExam}
          timeZone={timeZone}
          findings={settings.data?.findings}
          normal={settings.data?.normal_findings}
          focused={shown === 'another'}
          onSaved={onSaved}
          onBack={() => setShown('left')}
        />
      )}
      {!writing && lastExam && (
        <ReadExam exam={lastExam} timeZone={timeZone} focused={shown === 'left'} onNew={onNew} />
      )}
      {!writing && exam.isSuccess && !lastExam && (
        <EmptyState
          title="No exam yet"
          hint="A provider can record this patient's first exam."
          action={
            onNew && (
              <Button variant="contained" onClick={onNew}>
                New exam
              </Button>
            )
          }
        />
      )}
      {history}
    </>
  );
});

/** 'form' and 'last' are what the page opens with; 'another' is a form that was asked for, 'left' the last exam after leaving a form. */
type View = 'form' | 'another' | 'last' | 'left' | 'saved';

/** The exam saved here counts before the refetched one arrives. */
function newest(found: Exam | null, saved: Exam | null): Exam | null {
  return found && saved ? (found.id > saved.id ? found : saved) : (found ?? saved);
}

function whoItIs({ first_name, last_name, birth_date }: Patient): string {
  const name = `${first_name} ${last_name}`;
  return birth_date ? `${name}, born ${formatDate(birth_date)}` : name;
}

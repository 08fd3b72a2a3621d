import CheckCircle from '@mui/icons-material/CheckCircle';
import Dangerous from '@mui/icons-material/Dangerous';
import DoNotDisturbAlt from '@mui/icons-material/DoNotDisturbAlt';
import Schedule from '@mui/icons-material/Schedule';
import WarningIcon from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowSummaryQuery, type PatientRecord, type RecordSummary } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { Tag } from '@/components/Tag';
import { headerMarks, useClearance, type ClearanceMark } from '@/features/clearance';
import { useIsMinor } from '@/features/patients/useIsMinor';
import { formatInstantDate } from '@/lib/dates';

/** A fact in a shape, a colour and a word. */
interface Mark {
  key: string;
  look: ClearanceMark['look'];
  words: string;
}

const looks: Record<
  Mark['look'],
  { icon?: ReactElement; color?: 'success' | 'warning' | 'error' }
> = {
  good: { icon: <CheckCircle />, color: 'success' },
  careful: { icon: <WarningIcon />, color: 'warning' },
  danger: { icon: <Dangerous />, color: 'error' },
  waits: { icon: <Schedule />, color: 'warning' },
  off: { icon: <DoNotDisturbAlt /> },
  plain: {},
};

/** Whether it is safe to treat the patient, and what is open: adverse events and allergies first, then alerts, pregnancy, exam, consents, visits and points. */
export function RecordMarks({ patient }: { patient: PatientRecord }) {
  const { may } = usePermissions();
  const zone = useTimeZone();
  const query = useShowSummaryQuery(patient.id, {
    skip: !may('record.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: summary } = query;
  const { on, clearance } = useClearance(patient.id);
  const isMinor = useIsMinor(patient.birth_date);
  const byService = on ? (clearance ? headerMarks(clearance) : []) : undefined;
  if (!may('record.read')) return null;
  if (!summary)
    return query.isError ? (
      <QueryFailure what="The summary could not be loaded." query={query} />
    ) : null;
  const marks = [...(isMinor ? guardian(patient) : []), ...marksOf(summary, zone, byService)];
  return (
    <Box
      component="ul"
      aria-label="At a glance"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', p: 0, m: 0 }}
    >
      {marks.map(({ key, look, words }) => (
        <li key={key}>
          <Tag
            {...looks[look]}
            label={words}
            sx={{
              height: 'auto',
              minHeight: 32,
              maxWidth: '100%',
              '& > span': { whiteSpace: 'normal', py: 0.5, overflowWrap: 'anywhere' },
            }}
          />
        </li>
      ))}
    </Box>
  );
}

/** A minor needs somebody who answers for them. */
function guardian({ contact }: PatientRecord): Mark[] {
  if (!contact) return [];
  return contact.guardian_name
    ? [
        {
          key: 'guardian',
          look: 'plain',
          words: `Guardian: ${contact.guardian_name}${contact.guardian_relation ? ` (${contact.guardian_relation})` : ''}`,
        },
      ]
    : [{ key: 'guardian', look: 'careful', words: 'Minor without a guardian' }];
}

/** The marks of a summary. `byService` stands in place of the exam's where the clinic clears service by service. */
function marksOf(
  {
    clinical,
    alerts,
    open_events,
    exam,
    consents,
    missing_consents,
    visits,
    points,
  }: RecordSummary,
  zone: string,
  byService: readonly ClearanceMark[] | undefined,
  now = new Date(),
): Mark[] {
  const marks: Mark[] = [];
  if (open_events)
    marks.push({
      key: 'events',
      look: 'danger',
      words: open_events === 1 ? 'Adverse event open' : `${open_events} adverse events open`,
    });
  if (clinical) marks.push(allergies(clinical.allergies));
  for (const alert of alerts ?? [])
    marks.push({ key: `alert ${alert.id}`, look: 'careful', words: alert.body });
  const pregnancy = clinical?.pregnancy;
  if (clinical && !pregnancy)
    marks.push({ key: 'pregnancy', look: 'careful', words: 'Pregnancy not asked' });
  if (pregnancy?.answer === 'pregnant' || pregnancy?.answer === 'breastfeeding') {
    marks.push({
      key: 'pregnancy',
      look: 'careful',
      words: `${pregnancy.answer === 'pregnant' ? 'Pregnant' : 'Breastfeeding'}, asked ${formatInstantDate(pregnancy.asked_at, zone)}`,
    });
  }
  if (byService)
    marks.push(...byService.map((mark) => ({ key: `cleared ${mark.words}`, ...mark })));
  else if (exam) marks.push(examMark(exam.valid_until, zone, now));
  for (const name of missing_consents ?? [])
    marks.push({
      key: `missing ${name}`,
      look: 'danger',
      words: `Treated without consent: ${name}`,
    });
  if (consents && consents.pending > 0)
    marks.push({
      key: 'consents',
      look: 'waits',
      words: consents.pending === 1 ? '1 consent to sign' : `${consents.pending} consents to sign`,
    });
  else if (consents && consents.signed > 0)
    marks.push({
      key: 'consents',
      look: 'good',
      words: consents.signed === 1 ? '1 consent signed' : `${consents.signed} consents signed`,
    });
  if (visits?.last)
    marks.push({
      key: 'last',
      look: 'plain',
      words: `Last visit ${formatInstantDate(visits.last, zone)}`,
    });
  if (visits?.next)
    marks.push({
      key: 'next',
      look: 'plain',
      words: `Next visit ${formatInstantDate(visits.next, zone)}`,
    });
  if (points !== null)
    marks.push({
      key: 'points',
      look: 'plain',
      words: points === 1 ? '1 point' : `${points} points`,
    });
  return marks;
}

function allergies(answered: NonNullable<RecordSummary['clinical']>['allergies']): Mark {
  if (!answered) return { key: 'allergies', look: 'careful', words: 'Allergies not asked' };
  if (answered.answer === 'none_known')
    return { key: 'allergies', look: 'good', words: 'No known allergies' };
  return {
    key: 'allergies',
    look: 'danger',
    words: `Allergies: ${answered.entries.map(({ name, note }) => (note ? `${name} (${note})` : name)).join(', ')}`,
  };
}

function examMark(until: string | null, zone: string, now: Date): Mark {
  if (!until) return { key: 'exam', look: 'danger', words: 'No exam' };
  if (new Date(until) <= now)
    return { key: 'exam', look: 'danger', words: `Exam expired ${formatInstantDate(until, zone)}` };
  return { key: 'exam', look: 'good', words: `Exam valid until ${formatInstantDate(until, zone)}` };
}

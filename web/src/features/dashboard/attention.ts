import type { Appointment, Attention, ClearanceStatus, MessageReason } from '@/api/generated';
import { kindWords, severityWords } from '@/features/adverse-events';
import {
  beginning,
  licenseWords,
  owedRow,
  protocolRows,
  unfinishedRow,
  type WaitingGroup,
} from '@/features/dashboard/attentionRows';
import { askWords } from '@/features/estimate-clocks';
import { formatDate, formatInstantDate } from '@/lib/dates';
import {
  coverageToAskPath,
  dayPath,
  estimatePath,
  examPath,
  freedPath,
  inboundTextsPath,
  newExamPath,
  notDeliveredPath,
  patientEventsPath,
  patientPath,
  paths,
  reassignPath,
  treatmentPath,
} from '@/lib/paths';
import { formatPhone } from '@/lib/phone';
import { clockText, shortDay, wallOf } from '@/lib/wallTime';

const reasons: Partial<Record<MessageReason, string>> = {
  no_address: 'No e-mail address',
  no_number: 'No phone number',
  not_wanted: 'Not wanted',
  address: 'The address does not exist',
  refused: 'Refused',
  out_of_reach: 'Out of reach',
  interrupted: 'Perhaps not sent',
  returned: 'Mail came back',
  complained: 'Mail reported as unwanted',
  quiet_hours: 'Kept back by the quiet hours: call',
};

/** How many clients whose coverage is to be asked about are named on Today; more are one row, because all of them say the same. */
const namedClients = 3;

/** What is missing for a visit; an exam that has expired by then needs no other word. */
const examWords: Partial<Record<ClearanceStatus, string>> = {
  missing: 'No exam',
  waiting: 'Exam not signed',
  reopened: 'Changed since the exam',
  not_a_candidate: 'Not a candidate',
  deferred: 'Deferred',
};

/** What is missing for visits of today that are still to come: the marks of the day's own list. */
export function formsMissing(visits: readonly Appointment[], timeZone: string): WaitingGroup {
  const open = visits.filter(
    ({ status, marks, patient_id }) =>
      (status === 'Booked' || status === 'Confirmed' || status === 'Arrived') &&
      Boolean(marks.consents_pending) &&
      patient_id !== null,
  );
  return {
    key: 'forms',
    title: 'Forms missing today',
    rows: open.map(({ id, first_name, last_name, marks, starts_at, patient_id }) => ({
      key: `form ${id}`,
      who: `${first_name} ${last_name}`,
      what: `${marks.consents_pending === 1 ? '1 form' : `${marks.consents_pending} forms`}, due ${clockText(wallOf(starts_at, timeZone))}`,
      tone: 'bad',
      to: `${patientPath(patient_id ?? 0)}#consents`,
      action: 'Sign',
    })),
  };
}

/** The clients whose coverage nobody has asked about: by name while they are few, else as one row with their number. */
function coverageGroup(
  { estimates, estimates_total: total }: Attention,
  timeZone: string,
  today: string,
): WaitingGroup {
  const [first] = estimates;
  if (first && total > namedClients)
    return {
      key: 'coverage',
      title: 'Coverage to ask about',
      rows: [
        {
          key: 'estimates',
          who: `${total} clients`,
          what: `${first.patient_name} first. ${askWords(first, today, timeZone)}`,
          tone: estimates.some(({ due_on }) => due_on <= today) ? 'bad' : 'careful',
          to: coverageToAskPath,
          action: 'Ask',
        },
      ],
    };
  return {
    key: 'coverage',
    title: `Coverage to ask about: ${total}`,
    rows: estimates.map((due) => ({
      key: `estimate ${due.patient_id}`,
      who: due.patient_name,
      what: askWords(due, today, timeZone),
      tone: due.due_on <= today ? 'bad' : 'careful',
      to: `${patientPath(due.patient_id)}#coverage`,
      action: 'Ask',
    })),
  };
}

/** The groups of what waits, without those in which nothing does. */
export function waitingGroups(
  attention: Attention,
  timeZone: string,
  today: string,
): WaitingGroup[] {
  const day = (instant: string) => wallOf(instant, timeZone).slice(0, 10);
  const when = (instant: string) =>
    `${shortDay(day(instant))}, ${clockText(wallOf(instant, timeZone))}`;
  const groups: WaitingGroup[] = [
    {
      key: 'events',
      title: 'Adverse events',
      rows: attention.adverse_events.map(
        ({
          event_id,
          patient_id,
          patient_name,
          kind,
          severity,
          reported_by,
          to_acknowledge,
          follow_up_on,
        }) => ({
          key: `event ${event_id}`,
          who: patient_name,
          what: [
            `${kindWords[kind]}, ${severityWords[severity].toLowerCase()}`,
            to_acknowledge ? `reported by ${reported_by}` : '',
            follow_up_on === null
              ? ''
              : follow_up_on < today
                ? `follow-up was due ${formatDate(follow_up_on)}`
                : 'follow-up due today',
          ]
            .filter(Boolean)
            .join('; '),
          tone: 'bad',
          to: patientEventsPath(patient_id),
          action: to_acknowledge ? 'Read' : 'Follow up',
        }),
      ),
    },
    {
      key: 'requests',
      title: `Online requests to answer: ${attention.requests.length}`,
      rows: attention.requests.map(
        ({ appointment_id, patient_name, service, starts_at, asked_at }) => ({
          key: `request ${appointment_id}`,
          who: patient_name,
          what: `${service}, ${when(starts_at)}; asked ${when(asked_at)}`,
          tone: 'bad',
          to: dayPath(day(starts_at)),
          action: 'Answer',
        }),
      ),
    },
    {
      key: 'moves',
      title: 'Clients who ask for another time',
      rows: attention.moves.map(({ appointment_id, patient_name, starts_at }) => ({
        key: `move ${appointment_id}`,
        who: patient_name,
        what: `Instead of ${when(starts_at)}`,
        tone: 'bad',
        to: dayPath(day(starts_at)),
        action: 'Move',
      })),
    },
    {
      key: 'freed',
      title: 'Free again, with patients waiting',
      rows: attention.freed.map(
        ({ provider_id, provider_name, starts_at, minutes, waiting, patient_name }) => ({
          key: `freed ${provider_id} ${starts_at}`,
          who: when(starts_at),
          what: `${provider_name}; ${waiting === 1 ? `${patient_name} waits` : `${patient_name} and ${waiting === 2 ? '1 other' : `${waiting - 1} others`} wait`}`,
          tone: 'careful',
          to: freedPath(day(starts_at), { starts_at, minutes, provider_id }),
          action: 'Offer',
        }),
      ),
    },
    {
      key: 'returned',
      title: 'Returned to you',
      rows: attention.returned.map(
        ({ treatment_id, patient_id, patient_name, treatment_type, comment, returned_by }) => ({
          key: `returned ${treatment_id}`,
          who: patient_name,
          what: `${treatment_type}, ${returned_by}: ${comment}`,
          tone: 'bad',
          to: treatmentPath(patient_id, treatment_id),
          action: 'Answer',
        }),
      ),
    },
    {
      key: 'unfinished',
      title: `Charts not finished in 24 hours: ${attention.unfinished.total}`,
      rows: attention.unfinished.charts.map((chart) => unfinishedRow(chart, when)),
    },
    {
      key: 'exams',
      title: 'Exams, today and the next 7 days',
      rows: attention.exams.map(
        ({ appointment_id, patient_id, patient_name, service, starts_at, exam }) => ({
          key: `exam ${appointment_id}`,
          who: patient_name,
          what: `${examWords[exam] ?? 'Exam will have expired'} for ${service}, ${when(starts_at)}`,
          tone: day(starts_at) === today ? 'bad' : 'careful',
          to: exam === 'waiting' ? examPath(patient_id) : newExamPath(patient_id),
          action: exam === 'missing' ? 'Examine' : exam === 'waiting' ? 'Open' : 'Renew',
        }),
      ),
    },
    {
      key: 'to sign',
      title: 'Exams to sign',
      rows: attention.to_sign.map(
        ({ exam_id, patient_id, patient_name, examiner_name, created_at }) => ({
          key: `sign ${exam_id}`,
          who: patient_name,
          what: `Exam by ${examiner_name}, ${formatInstantDate(created_at, timeZone)}`,
          tone: 'careful',
          to: examPath(patient_id),
          action: 'Sign',
        }),
      ),
    },
    {
      key: 'estimates due',
      title:
        attention.estimate_clocks.total > 0
          ? `Estimates due: ${attention.estimate_clocks.total}`
          : 'Estimates due',
      rows: attention.estimate_clocks.clients.map((client) =>
        owedRow(client, (instant) => formatInstantDate(instant, timeZone)),
      ),
      list: { to: paths.estimatesDue, label: 'All estimates that are due' },
    },
    {
      key: 'questions',
      title: `Questions about estimates: ${attention.estimate_questions.total}`,
      rows: attention.estimate_questions.questions.map(
        ({ id, patient_id, patient_name, question, asked_at }) => ({
          key: `question ${id}`,
          who: patient_name,
          what: `${formatInstantDate(asked_at, timeZone)}: ${beginning(question)}`,
          tone: 'bad',
          to: estimatePath(patient_id),
          action: 'Open',
          question: id,
        }),
      ),
    },
    coverageGroup(attention, timeZone, today),
    {
      key: 'messages',
      title: 'Messages that did not arrive',
      rows: attention.messages.map(({ id, patient_id, patient_name, reason, starts_at }) => ({
        key: `message ${id}`,
        who: patient_name,
        what: `${(reason && reasons[reason]) ?? 'Did not arrive'}, for ${when(starts_at)}`,
        tone: 'bad',
        to: patientPath(patient_id),
        action: 'Open',
      })),
      list: { to: notDeliveredPath, label: 'All messages that were not delivered' },
    },
    {
      key: 'texts',
      title: 'Texts from clients',
      rows: attention.texts.map(({ id, number, patients, body, received_at }) => ({
        key: `text ${id}`,
        who:
          patients.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' or ') ||
          formatPhone(number),
        what: `“${body.length > 80 ? `${body.slice(0, 80)}…` : body}”, ${when(received_at)}`,
        tone: 'careful',
        to: inboundTextsPath,
        action: 'Read',
      })),
      list: { to: inboundTextsPath, label: 'All texts from clients' },
    },
    {
      key: 'providers',
      title: 'Providers who cannot be booked',
      rows: attention.providers.flatMap(
        ({ provider_id, provider_name, appointments, first_starts_at }) =>
          provider_id === null
            ? []
            : [
                {
                  key: `provider ${provider_id}`,
                  who: provider_name ?? 'Provider',
                  what: `${appointments === 1 ? '1 appointment' : `${appointments} appointments`} ahead, from ${when(first_starts_at)}`,
                  tone: 'bad' as const,
                  to: reassignPath(provider_id),
                  action: 'Give to others',
                },
              ],
      ),
    },
    {
      key: 'emergency',
      title: 'Emergency access',
      rows: attention.emergency.map(({ id, patient_name, member_name, opened_at }) => ({
        key: `emergency ${id}`,
        who: patient_name,
        what: `Opened by ${member_name}, ${when(opened_at)}`,
        tone: 'bad',
        to: paths.emergencyAccess,
        action: 'Look',
      })),
    },
    {
      key: 'protocols to sign',
      title: 'Protocols to sign',
      rows: protocolRows(attention.protocols, 'sign', today),
    },
    {
      key: 'protocols that end',
      title: 'Protocols that end',
      rows: [
        ...protocolRows(attention.protocols, 'ended', today),
        ...protocolRows(attention.protocols, 'ends', today),
      ],
    },
    {
      key: 'licenses',
      title: 'Licenses',
      rows: attention.licenses.map(({ member_id, member_name, expires_on }) => ({
        key: `license ${member_id}`,
        who: member_name,
        what: licenseWords(expires_on, today),
        tone: expires_on < today ? 'bad' : 'careful',
        to: paths.team,
        action: 'Open',
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

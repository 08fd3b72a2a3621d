import type { Appointment, Attention, ClearanceStatus, EstimateClockDue, MessageReason, ProtocolDue, UnfinishedChart } from '@/api/generated';
import { kindWords, severityWords } from '@/features/adverse-events';
import { askWords, causeWords } from '@/features/estimate-clocks';
import { daysBetween, formatDate, formatInstantDate } from '@/lib/dates';
import { coverageToAskPath, dayPath, estimatePath, examPath, freedPath, newExamPath, notDeliveredPath, patientEventsPath, patientPath, paths, protocolPath, protocolVersionPath, reassignPath, treatmentPath } from '@/lib/paths';
import { clockText, shortDay, wallOf } from '@/lib/wallTime';

/** Something that waits for somebody, and where it is done. */
export interface Waiting {
  key: string;
  /** Whom or what it is about. */
  who: string;
  what: string;
  tone: 'bad' | 'careful';
  to: string;
  /** What is done there. */
  action: string;
  /** A completed visit that may need no chart. */
  visit?: number;
  /** A question about an estimate that is noted as answered here. */
  question?: number;
}

export interface WaitingGroup {
  /** Stays the same while the title counts: a group is drawn anew under another key, and what was opened in it would be gone. */
  key: string;
  title: string;
  rows: Waiting[];
  /** Where the whole list is. */
  list?: { to: string; label: string } | undefined;
}

const reasons: Partial<Record<MessageReason, string>> = {
  no_address: 'No e-mail address', no_number: 'No phone number', not_wanted: 'Not wanted', address: 'The address does not exist', refused: 'Refused', out_of_reach: 'Out of reach', interrupted: 'Perhaps not sent', returned: 'Mail came back', complained: 'Mail reported as unwanted',
};

/** How many clients whose coverage is to be asked about are named on Today; the others are in the list of estimates due. */
const namedClients = 5;

/** What is missing for a visit; an exam that has expired by then needs no other word. */
const examWords: Partial<Record<ClearanceStatus, string>> = {
  missing: 'No exam', waiting: 'Exam not signed', reopened: 'Changed since the exam', not_a_candidate: 'Not a candidate', deferred: 'Deferred',
};

/** What is missing for visits of today that are still to come: the marks of the day's own list. */
export function formsMissing(visits: readonly Appointment[], timeZone: string): WaitingGroup {
  const open = visits.filter(({ status, marks, patient_id }) => (status === 'Booked' || status === 'Confirmed' || status === 'Arrived') && Boolean(marks.consents_pending) && patient_id !== null);
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

/** The groups of what waits, without those in which nothing does. */
export function waitingGroups(attention: Attention, timeZone: string, today: string): WaitingGroup[] {
  const day = (instant: string) => wallOf(instant, timeZone).slice(0, 10);
  const when = (instant: string) => `${shortDay(day(instant))}, ${clockText(wallOf(instant, timeZone))}`;
  const groups: WaitingGroup[] = [
    { key: 'events', title: 'Adverse events', rows: attention.adverse_events.map(({ event_id, patient_id, patient_name, kind, severity, reported_by, to_acknowledge, follow_up_on }) => ({ key: `event ${event_id}`, who: patient_name, what: [`${kindWords[kind]}, ${severityWords[severity].toLowerCase()}`, to_acknowledge ? `reported by ${reported_by}` : '', follow_up_on === null ? '' : follow_up_on < today ? `follow-up was due ${formatDate(follow_up_on)}` : 'follow-up due today'].filter(Boolean).join('; '), tone: 'bad', to: patientEventsPath(patient_id), action: to_acknowledge ? 'Read' : 'Follow up' })) },
    { key: 'moves', title: 'Another time asked for', rows: attention.moves.map(({ appointment_id, patient_name, starts_at }) => ({ key: `move ${appointment_id}`, who: patient_name, what: `Instead of ${when(starts_at)}`, tone: 'bad', to: dayPath(day(starts_at)), action: 'Move' })) },
    { key: 'freed', title: 'Free again, and waited for', rows: attention.freed.map(({ provider_id, provider_name, starts_at, minutes, waiting, patient_name }) => ({ key: `freed ${provider_id} ${starts_at}`, who: when(starts_at), what: `${provider_name}; ${waiting === 1 ? `${patient_name} waits` : `${patient_name} and ${waiting === 2 ? '1 other' : `${waiting - 1} others`} wait`}`, tone: 'careful', to: freedPath(day(starts_at), { starts_at, minutes, provider_id }), action: 'Offer' })) },
    { key: 'returned', title: 'Returned to you', rows: attention.returned.map(({ treatment_id, patient_id, patient_name, treatment_type, comment, returned_by }) => ({ key: `returned ${treatment_id}`, who: patient_name, what: `${treatment_type}, ${returned_by}: ${comment}`, tone: 'bad', to: treatmentPath(patient_id, treatment_id), action: 'Answer' })) },
    { key: 'unfinished', title: `Charts not finished in 24 hours: ${attention.unfinished.total}`, rows: attention.unfinished.charts.map((chart) => unfinishedRow(chart, when)) },
    { key: 'exams', title: 'Exams, today and the next 7 days', rows: attention.exams.map(({ appointment_id, patient_id, patient_name, service, starts_at, exam }) => ({ key: `exam ${appointment_id}`, who: patient_name, what: `${examWords[exam] ?? 'Exam will have expired'} for ${service}, ${when(starts_at)}`, tone: day(starts_at) === today ? 'bad' : 'careful', to: exam === 'waiting' ? examPath(patient_id) : newExamPath(patient_id), action: exam === 'missing' ? 'Examine' : exam === 'waiting' ? 'Open' : 'Renew' })) },
    { key: 'to sign', title: 'Exams to sign', rows: attention.to_sign.map(({ exam_id, patient_id, patient_name, examiner_name, created_at }) => ({ key: `sign ${exam_id}`, who: patient_name, what: `Exam by ${examiner_name}, ${formatInstantDate(created_at, timeZone)}`, tone: 'careful', to: examPath(patient_id), action: 'Sign' })) },
    { key: 'estimates due', title: attention.estimate_clocks.total > 0 ? `Estimates due: ${attention.estimate_clocks.total}` : 'Estimates due', rows: attention.estimate_clocks.clients.map((client) => owedRow(client, (instant) => formatInstantDate(instant, timeZone))), list: { to: paths.estimatesDue, label: 'All estimates that are due' } },
    { key: 'questions', title: `Questions about estimates: ${attention.estimate_questions.total}`, rows: attention.estimate_questions.questions.map(({ id, patient_id, patient_name, question, asked_at }) => ({ key: `question ${id}`, who: patient_name, what: `${formatInstantDate(asked_at, timeZone)}: ${beginning(question)}`, tone: 'bad', to: estimatePath(patient_id), action: 'Open', question: id })) },
    { key: 'coverage', title: `Coverage to ask about: ${attention.estimates_total}`, rows: attention.estimates.slice(0, namedClients).map((due) => ({ key: `estimate ${due.patient_id}`, who: due.patient_name, what: askWords(due, today, timeZone), tone: due.due_on <= today ? 'bad' : 'careful', to: `${patientPath(due.patient_id)}#coverage`, action: 'Ask' })), list: attention.estimates_total > namedClients ? { to: coverageToAskPath, label: 'More to ask' } : undefined },
    { key: 'messages', title: 'Messages that did not arrive', rows: attention.messages.map(({ id, patient_id, patient_name, reason, starts_at }) => ({ key: `message ${id}`, who: patient_name, what: `${(reason && reasons[reason]) ?? 'Did not arrive'}, for ${when(starts_at)}`, tone: 'bad', to: patientPath(patient_id), action: 'Open' })), list: { to: notDeliveredPath, label: 'All that was not delivered' } },
    { key: 'providers', title: 'Providers who cannot be booked', rows: attention.providers.flatMap(({ provider_id, provider_name, appointments, first_starts_at }) => (provider_id === null ? [] : [{ key: `provider ${provider_id}`, who: provider_name ?? 'Provider', what: `${appointments === 1 ? '1 appointment' : `${appointments} appointments`} ahead, from ${when(first_starts_at)}`, tone: 'bad' as const, to: reassignPath(provider_id), action: 'Give to others' }])) },
    { key: 'emergency', title: 'Emergency access', rows: attention.emergency.map(({ id, patient_name, member_name, opened_at }) => ({ key: `emergency ${id}`, who: patient_name, what: `Opened by ${member_name}, ${when(opened_at)}`, tone: 'bad', to: paths.emergencyAccess, action: 'Look' })) },
    { key: 'protocols to sign', title: 'Protocols to sign', rows: protocolRows(attention.protocols, 'sign', today) },
    { key: 'protocols that end', title: 'Protocols that end', rows: [...protocolRows(attention.protocols, 'ended', today), ...protocolRows(attention.protocols, 'ends', today)] },
    { key: 'licenses', title: 'Licenses', rows: attention.licenses.map(({ member_id, member_name, expires_on }) => ({ key: `license ${member_id}`, who: member_name, what: licenseWords(expires_on, today), tone: expires_on < today ? 'bad' : 'careful', to: paths.team, action: 'Open' })) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** As much of a question as a row has place for; the estimate's page shows all of it. */
const beginning = (question: string) => (question.length > 160 ? `${question.slice(0, 160)}…` : question);

/** An estimate that is owed, and where it is written. */
function owedRow({ patient_id, patient_name, starts_at, cause, due_on, when, estimates }: EstimateClockDue, dayOf: (instant: string) => string): Waiting {
  const due = when === 'overdue' ? 'Overdue' : when === 'today' ? 'Due today' : `Due ${shortDay(due_on)}`;
  const about = starts_at === null ? causeWords[cause].toLowerCase() : `visit ${dayOf(starts_at)}`;
  return { key: `owed ${patient_id}`, who: patient_name, what: `${due}, ${about}${estimates > 1 ? `, and ${estimates - 1} more` : ''}`, tone: when === 'next' ? 'careful' : 'bad', to: estimatePath(patient_id), action: 'Write' };
}

/** A chart that is late, and where it is finished. */
function unfinishedRow({ kind, id, patient_id, patient_name, member_name, what, since }: UnfinishedChart, when: (instant: string) => string): Waiting {
  const by = member_name ? `, ${member_name}` : '';
  const row = { key: `unfinished ${kind} ${id}`, who: patient_name, tone: 'bad' } as const;
  switch (kind) {
    case 'visit': return { ...row, what: `${what ?? 'Visit'}, completed ${when(since)}${by}`, to: patientPath(patient_id), action: 'Finish', visit: id };
    case 'returned': return { ...row, what: `${what ?? 'Treatment'}, returned ${when(since)}${by}`, to: treatmentPath(patient_id, id), action: 'Answer' };
    case 'exam': return { ...row, what: `Exam not signed since ${when(since)}${by}`, to: examPath(patient_id), action: 'Sign' };
  }
}

function protocolRows(due: readonly ProtocolDue[], wanted: ProtocolDue['task'], today: string): Waiting[] {
  return due.filter(({ task }) => task === wanted).map(({ protocol_id, version_id, service, number, valid_until }) => {
    const left = daysBetween(today, valid_until);
    const ends = left < 0 ? `Ended ${formatDate(valid_until)}` : `Ends ${formatDate(valid_until)}, ${left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left} days`}`;
    return wanted === 'sign'
      ? { key: `protocol ${version_id}`, who: service, what: `Version ${number}, in force until ${formatDate(valid_until)}`, tone: 'careful', to: protocolVersionPath(version_id), action: 'Sign' }
      : { key: `protocol ${wanted} ${version_id}`, who: service, what: `Version ${number}. ${ends}`, tone: left < 0 ? 'bad' : 'careful', to: protocolPath(protocol_id), action: 'Renew' };
  });
}

function licenseWords(expires_on: string, today: string): string {
  const left = daysBetween(today, expires_on);
  if (left < 0) return `License expired ${formatDate(expires_on)}`;
  return `License expires ${formatDate(expires_on)}, ${left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left} days`}`;
}

import type { EstimateClockDue, ProtocolDue, UnfinishedChart } from '@/api/generated';
import { causeWords } from '@/features/estimate-clocks';
import { daysBetween, formatDate } from '@/lib/dates';
import {
  estimatePath,
  examPath,
  patientPath,
  protocolPath,
  protocolVersionPath,
  treatmentPath,
} from '@/lib/paths';
import { shortDay } from '@/lib/wallTime';

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

/** As much of a question as a row has place for; the estimate's page shows all of it. */
export const beginning = (question: string) =>
  question.length > 160 ? `${question.slice(0, 160)}…` : question;

/** An estimate that is owed, and where it is written. */
export function owedRow(
  { patient_id, patient_name, starts_at, cause, due_on, when, estimates }: EstimateClockDue,
  dayOf: (instant: string) => string,
): Waiting {
  const due =
    when === 'overdue' ? 'Overdue' : when === 'today' ? 'Due today' : `Due ${shortDay(due_on)}`;
  const about = starts_at === null ? causeWords[cause].toLowerCase() : `visit ${dayOf(starts_at)}`;
  return {
    key: `owed ${patient_id}`,
    who: patient_name,
    what: `${due}, ${about}${estimates > 1 ? `, and ${estimates - 1} more` : ''}`,
    tone: when === 'next' ? 'careful' : 'bad',
    to: estimatePath(patient_id),
    action: 'Write',
  };
}

/** A chart that is late, and where it is finished. */
export function unfinishedRow(
  { kind, id, patient_id, patient_name, member_name, what, since }: UnfinishedChart,
  when: (instant: string) => string,
): Waiting {
  const by = member_name ? `, ${member_name}` : '';
  const row = { key: `unfinished ${kind} ${id}`, who: patient_name, tone: 'bad' } as const;
  switch (kind) {
    case 'visit':
      return {
        ...row,
        what: `${what ?? 'Visit'}, completed ${when(since)}${by}`,
        to: patientPath(patient_id),
        action: 'Finish',
        visit: id,
      };
    case 'returned':
      return {
        ...row,
        what: `${what ?? 'Treatment'}, returned ${when(since)}${by}`,
        to: treatmentPath(patient_id, id),
        action: 'Answer',
      };
    case 'exam':
      return {
        ...row,
        what: `Exam not signed since ${when(since)}${by}`,
        to: examPath(patient_id),
        action: 'Sign',
      };
  }
}

export function protocolRows(
  due: readonly ProtocolDue[],
  wanted: ProtocolDue['task'],
  today: string,
): Waiting[] {
  return due
    .filter(({ task }) => task === wanted)
    .map(({ protocol_id, version_id, service, number, valid_until }) => {
      const left = daysBetween(today, valid_until);
      const ends =
        left < 0
          ? `Ended ${formatDate(valid_until)}`
          : `Ends ${formatDate(valid_until)}, ${left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left} days`}`;
      return wanted === 'sign'
        ? {
            key: `protocol ${version_id}`,
            who: service,
            what: `Version ${number}, in force until ${formatDate(valid_until)}`,
            tone: 'careful',
            to: protocolVersionPath(version_id),
            action: 'Sign',
          }
        : {
            key: `protocol ${wanted} ${version_id}`,
            who: service,
            what: `Version ${number}. ${ends}`,
            tone: left < 0 ? 'bad' : 'careful',
            to: protocolPath(protocol_id),
            action: 'Renew',
          };
    });
}

export function licenseWords(expires_on: string, today: string): string {
  const left = daysBetween(today, expires_on);
  if (left < 0) return `License expired ${formatDate(expires_on)}`;
  return `License expires ${formatDate(expires_on)}, ${left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left} days`}`;
}

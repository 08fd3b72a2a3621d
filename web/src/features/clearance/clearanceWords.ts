import type {
  ClearanceDecision,
  Credential,
  ExamMode,
  PatientClearance,
  ServiceClearance,
  SigningRefusal,
  Uncleared,
} from '@/api/generated';
import { formatDate } from '@/lib/dates';

export const credentials = [
  'MD',
  'DO',
  'NP',
  'PA',
  'RN',
  'Other',
] as const satisfies readonly Credential[];

export const credentialNames: Record<Credential, string> = {
  MD: 'MD, physician',
  DO: 'DO, physician',
  NP: 'NP, nurse practitioner',
  PA: 'PA, physician assistant',
  RN: 'RN, registered nurse',
  Other: 'Other',
};

export const decisionWords: Record<ClearanceDecision, string> = {
  cleared: 'Cleared',
  not_a_candidate: 'Not a candidate',
  deferred: 'Deferred',
};

export const modeWords: Record<ExamMode, string> = {
  in_person: 'In person',
  video: 'By live video',
};

export const unclearedWords: Record<Uncleared, string> = {
  block: 'Refuse the treatment',
  warn: 'Warn, and note with the treatment that it was not cleared',
};

export const refusalWords: Record<SigningRefusal, string> = {
  credential_not_allowed: 'Your credential does not allow you to sign the exam.',
  license_missing:
    'You need a license to sign the exam. Enter the license’s number, state and expiry under Team first.',
  license_expired: 'Your license has expired, so you cannot sign the exam.',
};

export interface ClearanceMark {
  look: 'good' | 'careful' | 'danger' | 'waits' | 'off' | 'plain';
  words: string;
}

const days = (count: number) =>
  count === 0 ? 'ends today' : count === 1 ? '1 day left' : `${count} days left`;

/** What a service's clearance is, in a shape and a word or two, with its name: 'Botox to Nov 23, 2027'. */
export function serviceMark({
  service,
  status,
  valid_until,
  days_left,
}: Pick<ServiceClearance, 'service' | 'status' | 'valid_until' | 'days_left'>): ClearanceMark {
  switch (status) {
    case 'valid':
      return { look: 'good', words: `${service} to ${formatDate(valid_until)}` };
    case 'expiring':
      return { look: 'careful', words: `${service}, ${days(days_left ?? 0)}` };
    case 'expired':
      return { look: 'danger', words: `${service} expired ${formatDate(valid_until)}` };
    case 'waiting':
      return { look: 'waits', words: `${service} waits for a signature` };
    case 'reopened':
      return { look: 'danger', words: `${service} open again` };
    case 'not_a_candidate':
      return { look: 'off', words: `${service}: not a candidate` };
    case 'deferred':
      return { look: 'off', words: `${service} deferred` };
    default:
      return { look: 'plain', words: `${service} not cleared` };
  }
}

/** The marks of a record's header: what was decided, and what waits. Services that nobody has decided about are left out. */
export function headerMarks({ services, changed, waiting }: PatientClearance): ClearanceMark[] {
  const decided = services.filter(({ decision }) => decision !== null).map(serviceMark);
  return [
    ...(changed
      ? [{ look: 'danger', words: `Changed since the exam: ${changed.details}` } as const]
      : []),
    ...(waiting ? [{ look: 'waits', words: 'Exam waits for a signature' } as const] : []),
    ...(decided.length === 0 && !waiting
      ? [{ look: 'danger', words: 'Not cleared for any service' } as const]
      : []),
    ...decided,
  ];
}

/** Why a treatment with a service cannot go ahead, in a sentence; '' for one that is cleared. */
export function notCleared({
  service,
  status,
  valid_until,
  reason,
  signed_by,
}: ServiceClearance): string {
  const why = reason ? `: ${reason}` : '';
  switch (status) {
    case 'missing':
      return `The patient is not cleared for ${service}. A prescriber signs an exam that clears it.`;
    case 'waiting':
      return `${service} is not cleared yet: the exam waits for a prescriber's signature.`;
    case 'expired':
      return `The clearance for ${service} ended on ${formatDate(valid_until)}. It needs a new exam with a prescriber's signature.`;
    case 'reopened':
      return `Something has changed since the exam that cleared ${service}. It needs a new exam with a prescriber's signature.`;
    case 'not_a_candidate':
      return `The patient is not a candidate for ${service}, as ${signed_by ?? 'a prescriber'} has decided${why}.`;
    case 'deferred':
      return `${signed_by ?? 'A prescriber'} has deferred ${service}${why}.`;
    default:
      return '';
  }
}

import type { ClearanceStatus } from '@/api/generated';
import { isOver } from '@/features/appointments/calendar/status';
import type { Visit } from '@/features/appointments/calendar/visit';
import { formatDate } from '@/lib/dates';

/** How a fact looks: its shape and its colour. */
export type Tone = 'bad' | 'careful' | 'plain' | 'good';

export interface Fact {
  tone: Tone;
  /** A word or two, for a card. */
  words: string;
  /** A sentence, for the panel. */
  sentence: string;
}

const order: readonly Tone[] = ['bad', 'careful', 'plain', 'good'];
const bad = (words: string, sentence: string): Fact => ({ tone: 'bad', words, sentence });
const careful = (words: string, sentence: string): Fact => ({ tone: 'careful', words, sentence });
const good = (words: string, sentence: string): Fact => ({ tone: 'good', words, sentence });

const exams = {
  missing: bad('No exam', 'No Good Faith Exam yet'),
  expired: bad('Exam expired', 'The Good Faith Exam has expired'),
  valid: good('Exam', 'The Good Faith Exam is valid'),
  expiring: careful('Exam ends soon', 'The clearance ends soon after the visit'),
  waiting: bad('Exam not signed', 'The exam waits for a prescriber'),
  reopened: bad('Exam open again', 'Something has changed since the exam'),
  not_a_candidate: bad('Not a candidate', 'The patient is not a candidate for this service'),
  deferred: bad('Deferred', 'A prescriber has deferred this service'),
} as const satisfies Record<ClearanceStatus, Fact>;

/** The last day, where a prescriber has cleared the service. */
function examFact({ exam, exam_until }: Visit['marks']): Fact | null {
  if (!exam) return null;
  const fact = exams[exam];
  return exam_until && (exam === 'valid' || exam === 'expiring')
    ? { ...fact, sentence: `Cleared until ${formatDate(exam_until)}` }
    : fact;
}

/** A form that was declined or has ended is not waited for, so that what is signed is counted and "all" is not said. */
function forms(pending: number, signed: number): Fact {
  if (pending === 0 && signed === 0)
    return { tone: 'plain', words: 'No forms', sentence: 'No signed forms, and none to sign' };
  if (pending === 0)
    return good('Forms', signed === 1 ? '1 form is signed' : `${signed} forms are signed`);
  const count = pending === 1 ? '1 form' : `${pending} forms`;
  return bad(count, `${count} not signed`);
}

/** What is known about whether an appointment can go as planned, worst first. A role that may not see it gets nothing. */
export function factsOf({
  marks,
  allow_overlap,
  patient_is_archived,
  booked_anyway_by,
  move_asked_at,
}: Visit): Fact[] {
  return [
    move_asked_at !== null && bad('Move asked', 'The patient asks for another time'),
    examFact(marks),
    marks.consents_pending !== null && forms(marks.consents_pending, marks.consents_signed ?? 0),
    marks.has_alert && careful('Alert', 'The record has an alert'),
    allow_overlap &&
      careful(
        'Overlap',
        booked_anyway_by
          ? `Overlaps, booked anyway by ${booked_anyway_by}`
          : 'May overlap another appointment',
      ),
    patient_is_archived && careful('Archived', 'The record is archived'),
    marks.is_first_visit &&
      ({ tone: 'plain', words: 'First visit', sentence: 'First visit' } as const),
  ]
    .filter((fact): fact is Fact => typeof fact === 'object' && fact !== null)
    .toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

/** All marks of a card with room for them; what is in order is one word. */
export function marksOf(visit: Visit): Pick<Fact, 'tone' | 'words'>[] {
  const worst = worstOf(visit);
  if (!worst) return [];
  if (worst.words !== 'Ready') return factsOf(visit);
  return [worst, ...factsOf(visit).filter(({ tone }) => tone === 'plain')];
}

/**
 * The one mark of a card without room for all: what is worst and how many more there are, or that everything is in order. Nothing
 * where nothing is known, and after the visit.
 */
export function worstOf(visit: Visit): Pick<Fact, 'tone' | 'words'> | undefined {
  if (isOver(visit.status)) return undefined;
  const facts = factsOf(visit);
  const [worst, ...others] = facts.filter(({ tone }) => tone === 'bad' || tone === 'careful');
  if (worst)
    return {
      tone: worst.tone,
      words: others.length > 0 ? `${worst.words} +${others.length}` : worst.words,
    };
  // Without a mark of the exam nothing is known about it: the service needs none, or the role may not see it.
  const { exam, consents_pending, consents_signed } = visit.marks;
  if (exam === 'valid' && consents_pending === 0 && consents_signed)
    return { tone: 'good', words: 'Ready' };
  return facts[0];
}

import type { Exam } from '@/api/generated';

/**
 * May a treatment be saved? Only with an exam on record: `missing` when the server says there is none, `expired`
 * when it is older than the clinic lets an exam count, `unknown` when it could not say.
 */
export type ExamGate =
  | { state: 'checking' }
  | { state: 'open'; exam: Exam }
  | { state: 'missing' }
  | { state: 'expired'; exam: Exam }
  | { state: 'unknown' };

interface ExamQuery {
  /** What the last look-up that succeeded found. */
  currentData?: Exam | null | undefined;
  isError: boolean;
}

/**
 * A failed look-up closes the gate only when none has succeeded before: over a form that is filled in and signed already, what was found
 * stays, and the server decides when it is saved.
 */
export function examGate({ currentData: exam, isError }: ExamQuery, now: number): ExamGate {
  if (exam === undefined) return { state: isError ? 'unknown' : 'checking' };
  if (!exam) return { state: 'missing' };
  return { state: Date.parse(exam.valid_until) > now ? 'open' : 'expired', exam };
}

/** The specification's words, for when the gate turns out closed at saving. */
export const examRequired =
  'A Good Faith Estimate exam must be completed before recording any treatment. Please complete the GFE exam first.';

export const closedGateText = {
  missing:
    'This patient has no Good Faith Exam yet. A treatment can be saved once the exam is complete.',
  expired:
    "This patient's Good Faith Exam is too old. A treatment can be saved once there is a new one.",
  unknown: 'The Good Faith Exam could not be looked up. A treatment can be saved once it is found.',
} as const;

export const saveLabel = {
  checking: 'Save treatment',
  open: 'Save treatment',
  missing: 'Complete GFE Exam First',
  expired: 'Complete GFE Exam First',
  unknown: 'Complete GFE Exam First',
} as const satisfies Record<ExamGate['state'], string>;

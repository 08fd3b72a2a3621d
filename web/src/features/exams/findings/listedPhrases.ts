import type { Part } from '@/features/exams/examForm';

/** What the form writes by one press where the clinic's list has no phrase for it. */
export const plain: Record<Part, string> = { ros: 'Denies symptoms', pe: 'Within normal limits' };

/** The phrases that say that a part was not examined. */
export const deferredPhrases: readonly string[] = [
  'Exam deferred, not indicated for planned treatment',
  'Patient declined exam',
];

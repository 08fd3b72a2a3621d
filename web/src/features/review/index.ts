/** The directors' review: the charts that wait, one chart whole, returning and approving them, and how the clinic reviews. */
export { AnswerDialog } from '@/features/review/dialogs';
export { WaitingMarks } from '@/features/review/lazyParts';
export { ReturnNote } from '@/features/review/ReturnNote';
export { useReviewStates } from '@/features/review/useReviewStates';

/** Good Faith Exams of patients, and the exam templates that fill their texts. */
export { ExamCard } from '@/features/exams/ExamCard';
export { systems } from '@/features/exams/systems';
/** The phrases that the product marks as normal, fetched when somebody returns to them. */
export const loadNormalPhrases = async () =>
  (await import('@/features/exams/findings/normalPhrases')).normalPhrases;

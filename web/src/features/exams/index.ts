/** Good Faith Exams of patients, and the exam templates that fill their texts. */
export { ExamCard } from '@/features/exams/ExamCard';
export { systems } from '@/features/exams/systems';

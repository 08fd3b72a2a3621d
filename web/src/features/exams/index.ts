/** Good Faith Exams of patients, and the exam templates that fill their texts. */
export { systems } from '@/features/exams/systems';

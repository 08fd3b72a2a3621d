/** The same person twice: asks before a patient is added or changed, and lists the patients who may be one person. */
export { PossibleDuplicates } from '@/features/duplicates/PossibleDuplicates';
export { useDuplicateCheck } from '@/features/duplicates/useDuplicateCheck';

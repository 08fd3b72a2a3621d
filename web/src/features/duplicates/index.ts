/** The same person twice: asks before a patient is added or changed, lists the patients who may be one person, merges them and undoes that. */
export { MergeWithDialog, UndoMergeDialog } from '@/features/duplicates/dialogs';
export { PossibleDuplicates } from '@/features/duplicates/PossibleDuplicates';
export { useDuplicateCheck } from '@/features/duplicates/useDuplicateCheck';

/** Corrections of exams, treatments and estimates: an addendum adds to what was signed, a void takes it out of what counts. */
export { Addenda } from '@/features/corrections/Addenda';
export { addendaInWords } from '@/features/corrections/addendaInWords';
export { AddendumDialog, VoidDialog } from '@/features/corrections/dialogs';
export { VoidedNote } from '@/features/corrections/VoidedNote';

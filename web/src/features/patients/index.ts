/** Finds and adds patients, and shows the record of one: the page that the panels of consents and treatments are on. */
export { AddPatientDialog } from '@/features/patients/dialogs';

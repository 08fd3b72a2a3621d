/** Treatments of a patient: the form with its exam check, the history, the director's approval; and the list of services. */
export { defaultService, services } from '@/features/treatments/services';
export { TreatmentHistory } from '@/features/treatments/TreatmentHistory';
export { TreatmentPanel } from '@/features/treatments/TreatmentPanel';

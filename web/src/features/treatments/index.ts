/** Treatments of a patient: the form with its exam check, the history, the director's approval. */
export { preloadTreatmentHistory, TreatmentHistory } from '@/features/treatments/TreatmentHistory';
export { TreatmentPanel } from '@/features/treatments/TreatmentPanel';

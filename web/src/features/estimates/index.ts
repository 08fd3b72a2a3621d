/** Good Faith Estimates: what a course of treatment is expected to cost, with its versions and signatures. */
export { EstimateSettings } from '@/features/estimates/settings/EstimateSettings';
export { useNoteAnswered } from '@/features/estimates/useNoteAnswered';

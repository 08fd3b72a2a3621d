/** Clearance, service by service: a prescriber signs an exam and decides about services; badges, the gate of a treatment, the settings. */
export { headerMarks, type ClearanceMark } from '@/features/clearance/clearanceWords';
export { isCleared } from '@/features/clearance/isCleared';
export {
  ClearanceSettings,
  ExamClearance,
  TreatmentClearance,
} from '@/features/clearance/lazyParts';
export { useClearance } from '@/features/clearance/useClearance';
export { useMayExamine } from '@/features/clearance/useMayExamine';

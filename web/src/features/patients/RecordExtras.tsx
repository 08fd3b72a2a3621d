/** What a record shows beside the specified panels, in one file: its code is fetched once the page is drawn. */
export { AdverseEventsPanel } from '@/features/adverse-events';
export { ChargesPanel } from '@/features/charges';
export { CoveragePanel } from '@/features/estimate-clocks';
export { PatientPoints } from '@/features/loyalty';
export { MailStoppedNotice } from '@/features/patients/MailStoppedNotice';
export { ArchivedNotice } from '@/features/patients/RareNotices';
export { ClinicalPanel } from '@/features/patients/ClinicalPanel';
export { EmergencyLine } from '@/features/patients/EmergencyLine';
export { EditableFacts } from '@/features/patients/EditableFacts';
export { EditName } from '@/features/patients/EditName';
export { MergedNotice } from '@/features/patients/MergedNotice';
export { RecordMarks } from '@/features/patients/RecordMarks';
export { RecordMenu } from '@/features/patients/RecordMenu';

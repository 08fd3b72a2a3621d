/** Adverse events: reporting them, their follow-ups, a patient's events, and the clinic's list. */
export { AdverseEventsPanel } from '@/features/adverse-events/AdverseEventsPanel';
export { EventCard } from '@/features/adverse-events/EventCard';
export { ReportDialog } from '@/features/adverse-events/dialogs';
export { kindWords, severityWords, statusWords } from '@/features/adverse-events/eventWords';

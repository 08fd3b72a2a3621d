/** What a patient's record has as a whole: free notes with alerts, and the timeline of everything that was recorded. */
export { preloadRecordPanels, RecordPanels } from '@/features/record/RecordPanels';

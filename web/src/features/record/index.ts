/** What a patient's record has as a whole: free notes with alerts, and the timeline of everything that was recorded. */
export { NotesPanel } from '@/features/record/NotesPanel';
export { TimelinePanel } from '@/features/record/TimelinePanel';

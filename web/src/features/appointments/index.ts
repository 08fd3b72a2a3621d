/** Books appointments, moves them and follows them through the day, in the clinic's own time. */
export { Glyph as ToneGlyph } from '@/features/appointments/calendar/Glyph';
export { TodayBoard } from '@/features/appointments/board/TodayBoard';
export { useVisitsToday } from '@/features/appointments/board/useVisitsToday';
export { ReassignDialog } from '@/features/appointments/reassign/dialogs';
export { useUpcomingAppointments } from '@/features/appointments/reassign/useUpcomingAppointments';

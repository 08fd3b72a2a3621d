/** Books appointments, moves them and follows them through the day, in the clinic's own time. */
export { addDays } from '@/features/appointments/dateRange';
export { TodayBoard } from '@/features/appointments/board/TodayBoard';

/** Books appointments, moves them and follows them through the day, in the clinic's own time. */
export { TodayBoard } from '@/features/appointments/board/TodayBoard';

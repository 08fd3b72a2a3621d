/** Calendars that members subscribe to by a secret link of their own: the dialog in the account menu, and the panel in the clinic's settings. */
export { CalendarFeeds } from '@/features/calendar-feeds/CalendarFeeds';

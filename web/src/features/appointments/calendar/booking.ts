import type { WaitlistEntry } from '@/api/generated';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';

/** What a booking begins with: the place that was pressed, and who waits for it. */
export interface Booking {
  slot?: Slot;
  entry?: WaitlistEntry;
}

import type { BookingMode } from '@/api/generated';

/** What a booking becomes, in words. */
export const modeWords: Record<BookingMode, string> = {
  requested: 'A request that you accept or decline',
  booked: 'Booked at once',
};

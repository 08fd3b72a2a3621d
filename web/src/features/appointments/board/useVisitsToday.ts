import { useNow } from '@/features/appointments/calendar/useNow';
import { useVisits } from '@/features/appointments/calendar/useVisits';
import { today } from '@/lib/dates';

/** The appointments of the clinic's present day, and the present. */
export function useVisitsToday(timeZone: string) {
  const now = useNow();
  return {
    now,
    ...useVisits({
      view: 'day',
      date: today(timeZone, new Date(now)),
      provider: null,
      cancelled: false,
    }),
  };
}

import { useSession } from '@/api/useSession';

/** The clinic's time zone, in which dates and times are shown; UTC while nobody is signed in. */
export function useTimeZone(): string {
  return useSession()?.clinic.time_zone ?? 'UTC';
}

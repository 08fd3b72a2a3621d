import type { Appointment } from '@/api/generated';

/** An appointment, as the calendar names it: a component of that name would read like the list's row. */
export type Visit = Appointment;

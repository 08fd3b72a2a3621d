import { isOver, mayBecome, nextStep } from '@/features/appointments/calendar/status';
import type { Visit } from '@/features/appointments/calendar/visit';

/** What can be done with an appointment from its row in the list. */
export type RowAction = 'arrive' | 'move' | 'cancel';

export const rowActionWords: Record<RowAction, string> = {
  arrive: 'Check in',
  move: 'Move',
  cancel: 'Cancel',
};

/**
 * What the appointment's status allows, as in the calendar's panel. `isDue` is whether its day has come: nobody arrives on another day, and
 * a fortnight of rows that say so would be in the way. A request is accepted or declined in the calendar.
 */
export function rowActionsOf(
  { status, requested_at }: Pick<Visit, 'status' | 'requested_at'>,
  isDue: boolean,
): RowAction[] {
  const isRequest = requested_at !== null;
  const allowed: Record<RowAction, boolean> = {
    arrive: isDue && !isRequest && nextStep(status)?.to === 'Arrived',
    move: !isOver(status),
    cancel: !isRequest && mayBecome(status, 'Cancelled'),
  };
  return (['arrive', 'move', 'cancel'] as const).filter((action) => allowed[action]);
}

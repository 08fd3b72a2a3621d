import type { ProviderChoice, Warning } from '@/api/generated';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
import type { Place } from '@/features/appointments/calendar/card';
import { BookDrawer, CancelDialog, DeclineDialog, MoveDialog } from '@/features/appointments/calendar/dialogs';
import type { Moved } from '@/features/appointments/calendar/useMoves';
import type { Visit } from '@/features/appointments/calendar/visit';

/** The question on the screen. */
export type Asked =
  | { what: 'book'; slot: Slot | undefined }
  | { what: 'move'; visit: Visit; wanted?: { place: Place; warnings: Warning[] } }
  | { what: 'cancel'; visit: Visit }
  | { what: 'decline'; visit: Visit };

interface Props {
  asked: Asked | undefined;
  timeZone: string;
  providers: readonly ProviderChoice[];
  patientId: number | undefined;
  move: (visit: Visit, place: Place, confirmed: string[]) => Promise<Moved>;
  onClose: () => void;
}

/** The dialogs of the calendar, one at a time. */
export function DeskDialogs({ asked, timeZone, providers, patientId, move, onClose }: Props) {
  if (!asked) return null;
  if (asked.what === 'book') return <BookDrawer timeZone={timeZone} slot={asked.slot} patientId={patientId} onClose={onClose} />;
  if (asked.what === 'cancel') return <CancelDialog visit={asked.visit} timeZone={timeZone} onClose={onClose} />;
  if (asked.what === 'decline') return <DeclineDialog visit={asked.visit} timeZone={timeZone} onClose={onClose} />;
  return <MoveDialog visit={asked.visit} timeZone={timeZone} providers={providers} wanted={asked.wanted} move={move} onClose={onClose} />;
}

import type { ProviderChoice, WaitlistEntry, Warning } from '@/api/generated';
import type { Slot } from '@/features/appointments/calendar/calendarOptions';
import type { CardPosition } from '@/features/appointments/calendar/card';
import {
  BookDrawer,
  CancelDialog,
  DeclineDialog,
  EditDialog,
  MoveDialog,
} from '@/features/appointments/calendar/dialogs';
import type { MoveResult, MoveWishes } from '@/features/appointments/calendar/useMoves';
import type { Visit } from '@/features/appointments/calendar/visit';

/** The question on the screen. */
export type DeskDialog =
  | { what: 'book'; slot: Slot | undefined; entry?: WaitlistEntry }
  | { what: 'move'; visit: Visit; wanted?: { place: CardPosition; warnings: Warning[] } }
  | { what: 'edit'; visit: Visit }
  | { what: 'cancel'; visit: Visit }
  | { what: 'decline'; visit: Visit };

interface Props {
  asked: DeskDialog | undefined;
  timeZone: string;
  /** The day on the screen, where free times begin. */
  day: string;
  providers: readonly ProviderChoice[];
  patientId: number | undefined;
  move: (
    visit: Visit,
    place: CardPosition,
    confirmed: string[],
    wishes: MoveWishes,
  ) => Promise<MoveResult>;
  /** The time of this visit has become free. */
  onFreed: (visit: Visit) => void;
  /** A time was booked for somebody who waits. */
  onWaited: (entry: WaitlistEntry) => void;
  onClose: () => void;
}

/** The dialogs of the calendar, one at a time. */
export function DeskDialogs({
  asked,
  timeZone,
  day,
  providers,
  patientId,
  move,
  onFreed,
  onWaited,
  onClose,
}: Props) {
  if (!asked) return null;
  if (asked.what === 'book') {
    const { slot, entry } = asked;
    const booked = () => {
      if (entry) onWaited(entry);
      onClose();
    };
    return (
      <BookDrawer
        timeZone={timeZone}
        day={day}
        slot={slot}
        entry={entry}
        patientId={entry ? undefined : patientId}
        onBooked={booked}
        onClose={onClose}
      />
    );
  }
  if (asked.what === 'edit') return <EditDialog visit={asked.visit} onClose={onClose} />;
  if (asked.what === 'cancel')
    return (
      <CancelDialog
        visit={asked.visit}
        timeZone={timeZone}
        onCancelled={() => onFreed(asked.visit)}
        onClose={onClose}
      />
    );
  if (asked.what === 'decline')
    return <DeclineDialog visit={asked.visit} timeZone={timeZone} onClose={onClose} />;
  return (
    <MoveDialog
      visit={asked.visit}
      timeZone={timeZone}
      providers={providers}
      wanted={asked.wanted}
      move={move}
      onClose={onClose}
    />
  );
}

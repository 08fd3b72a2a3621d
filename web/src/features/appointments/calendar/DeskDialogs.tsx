import type { ProviderChoice, Warning } from '@/api/generated';
import type { CardPosition } from '@/features/appointments/calendar/card';
import {
  CancelDialog,
  DeclineDialog,
  EditDialog,
  MoveDialog,
} from '@/features/appointments/calendar/dialogs';
import type { MoveResult, MoveWishes } from '@/features/appointments/calendar/useMoves';
import type { Visit } from '@/features/appointments/calendar/visit';

/** The question on the screen. */
export type DeskDialog =
  | { what: 'move'; visit: Visit; wanted?: { place: CardPosition; warnings: Warning[] } }
  | { what: 'edit'; visit: Visit }
  | { what: 'cancel'; visit: Visit }
  | { what: 'decline'; visit: Visit };

interface Props {
  asked: DeskDialog | undefined;
  timeZone: string;
  providers: readonly ProviderChoice[];
  move: (
    visit: Visit,
    place: CardPosition,
    confirmed: string[],
    wishes: MoveWishes,
  ) => Promise<MoveResult>;
  /** The time of this visit has become free. */
  onFreed: (visit: Visit) => void;
  onClose: () => void;
}

/** What is asked before an appointment is changed, one question at a time; the calendar and the list share it. */
export function DeskDialogs({ asked, timeZone, providers, move, onFreed, onClose }: Props) {
  if (!asked) return null;
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

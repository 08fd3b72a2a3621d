import type { ProviderChoice } from '@/api/generated';
import type { Booking } from '@/features/appointments/calendar/booking';
import { columnOf } from '@/features/appointments/calendar/card';
import {
  freedPlace,
  isTakenAgain,
  isUpcoming,
  type Freed,
} from '@/features/appointments/calendar/freed';
import { FreedBar } from '@/features/appointments/calendar/FreedBar';
import type { Visit } from '@/features/appointments/calendar/visit';

interface Props {
  freed: Freed;
  /** The appointments on the screen, among which somebody may have the time again. */
  visits: readonly Visit[];
  /** The providers who can be booked: a link does not have the name. */
  choices: readonly ProviderChoice[];
  timeZone: string;
  atOnce: boolean;
  onBook: (booking: Booking) => void;
  onClose: () => void;
}

/** Offers a time that has become free to whoever waits for one like it, as long as it can still be booked. */
export function FreedOffer({ freed, visits, choices, timeZone, atOnce, onBook, onClose }: Props) {
  if (!isUpcoming(freed) || isTakenAgain(freed, visits)) return null;
  const named = choices.find(({ id }) => id === freed.provider_id)?.name;
  return (
    <FreedBar
      key={`${freed.starts_at} ${freed.provider_id}`}
      timeZone={timeZone}
      atOnce={atOnce}
      onClose={onClose}
      freed={{ ...freed, provider_name: freed.provider_name ?? named ?? null }}
      onBook={(entry) => {
        const { start, minutes, provider_id } = freedPlace(freed, timeZone);
        onBook({ slot: { start, minutes, column: columnOf(provider_id) }, entry });
      }}
    />
  );
}

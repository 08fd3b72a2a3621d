import type { BookingHold } from '@/api/generated';
import { inWords, ownClock } from '@/features/portal/booking/times';

/** What is held, and until when. */
export function HoldSummary({ hold, zone }: { hold: BookingHold; zone: string }) {
  const { date, time } = inWords(hold.starts_at, zone);
  return (
    <>
      <dl className="when">
        <dt>For</dt>
        <dd>{hold.service}</dd>
        <dt>Date</dt>
        <dd>{date}</dd>
        <dt>Time</dt>
        <dd>{time}</dd>
        {hold.provider_name && (
          <>
            <dt>With</dt>
            <dd>{hold.provider_name}</dd>
          </>
        )}
      </dl>
      <p className="muted small">{`This time is held for you until ${ownClock(hold.expires_at)}.`}</p>
    </>
  );
}

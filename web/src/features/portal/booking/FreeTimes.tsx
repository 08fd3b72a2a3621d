import type { ReactNode } from 'react';

import { byDay } from '@/features/portal/booking/times';
import type { useTimes } from '@/features/portal/booking/useTimes';
import { Failure } from '@/features/portal/Failure';
import { Loading } from '@/features/portal/Loading';

interface Props {
  of: ReturnType<typeof useTimes>;
  zone: string;
  /** Whether one is on its way. */
  taking: boolean;
  onTake: (startsAt: string) => void;
  /** Further buttons. */
  children: ReactNode;
}

/** So many times are shown before further days are folded. */
const OPEN = 20;

/** Free times day by day, and the later ones with a press. */
export function FreeTimes({ of, zone, taking, onTake, children }: Props) {
  const { times, next, failed, loading, more, reload } = of;
  const days = byDay(times, zone);
  return (
    <>
      {days.map(({ day, before, times: ofDay }) => (
        <details key={day} style={before > 0 ? nextDay : undefined} open={before < OPEN}>
          <summary className="muted" style={summary}>
            <h2 className="h3" style={heading}>
              {day}
            </h2>
            {` ${ofDay.length} ${ofDay.length === 1 ? 'time' : 'times'}`}
          </summary>
          <ul style={list} aria-label={day}>
            {ofDay.map(({ startsAt, clock }) => (
              <li key={startsAt}>
                <button
                  type="button"
                  className="button"
                  style={time}
                  disabled={taking}
                  aria-label={`${clock}, ${day}`}
                  onClick={() => onTake(startsAt)}
                >
                  {clock}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {loading && <Loading />}
      {failed && <Failure title="The free times could not be loaded." reason="" />}
      {!loading && !failed && days.length === 0 && (
        <p role="status">
          {next ? 'No time is free in these days.' : 'No time is free. Please contact the clinic.'}
        </p>
      )}
      <div className="answers">
        {!loading &&
          (failed ? (
            <button type="button" className="button outlined" onClick={reload}>
              Try again
            </button>
          ) : (
            next && (
              <button type="button" className="button outlined" onClick={more}>
                Show later times
              </button>
            )
          ))}
        {children}
      </div>
    </>
  );
}

// Not in a style sheet: the page of a visit has it too, and its styles are counted.
const nextDay = { marginTop: -16 } as const;
const summary = { minHeight: 44, padding: '8px 0', cursor: 'pointer' } as const;
const heading = { display: 'inline', margin: '0 6px 0 4px', color: 'var(--ink)' } as const;
const list = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
} as const;
const time = {
  // Not inherited through the browser's own part of an element that is folded.
  boxSizing: 'border-box',
  width: '100%',
  padding: '4px 8px',
  border: '1px solid var(--fieldBorder)',
  borderRadius: 10,
  background: 'var(--paper)',
  fontSize: '1rem',
  fontVariantNumeric: 'tabular-nums',
} as const;

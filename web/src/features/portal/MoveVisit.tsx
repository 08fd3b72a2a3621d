import { useState } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { PortalVisit } from '@/api/generated';
import { FreeTimes } from '@/features/portal/booking/FreeTimes';
import { inWords } from '@/features/portal/booking/times';
import { useTimes } from '@/features/portal/booking/useTimes';
import { Failure } from '@/features/portal/Failure';
import { focusOnMount } from '@/lib/focusOnMount';

interface Props {
  /** Where the visit is read and answered. */
  url: string;
  visit: PortalVisit;
  onMoved: (visit: PortalVisit) => void;
  /** Somebody else has changed it meanwhile. */
  onStale: () => void;
  /** None of the times suits: the clinic is asked. */
  onAsk: (() => void) | undefined;
  onBack: () => void;
}

/** The free times to which the patient can move the visit, and the move itself once one is chosen and confirmed. */
export function MoveVisit({ url, visit, onMoved, onStale, onAsk, onBack }: Props) {
  const { time_zone: zone, version } = visit;
  const found = useTimes(`${url}/times`);
  const [chosen, setChosen] = useState<string>();
  const [moving, setMoving] = useState(false);
  const [refused, setRefused] = useState<string>();

  const move = async () => {
    if (moving || chosen === undefined) return;
    setMoving(true);
    setRefused(undefined);
    try {
      const body = { starts_at: chosen };
      onMoved(await fetchJson<PortalVisit>(`${url}/move`, { body, seen: version }));
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      if (status === 412) return onStale();
      setMoving(false);
      setRefused(message);
      if (status === 409) {
        setChosen(undefined);
        found.reload();
      }
    }
    return undefined;
  };

  if (chosen !== undefined) {
    const { date, time } = inWords(chosen, zone);
    return (
      // A heading of its own, so that the focus moves to it.
      <div className="stack" key="confirm">
        <div>
          <h2 className="h3" ref={focusOnMount} tabIndex={-1}>
            Move the appointment?
          </h2>
          <p>{`From ${visit.date}, ${visit.time}, to ${date}, ${time}.`}</p>
        </div>
        {refused && <Failure title="The appointment was not moved." reason={refused} />}
        <div className="answers">
          <button
            type="button"
            className="button filled"
            aria-disabled={moving}
            onClick={() => void move()}
          >
            {moving && <span className="turning" aria-hidden />}Move the appointment
          </button>
          <button
            type="button"
            className="button"
            disabled={moving}
            onClick={() => setChosen(undefined)}
          >
            Choose another one
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack" key="choose">
      <div>
        <h2 className="h3" ref={focusOnMount} tabIndex={-1}>
          Choose another time
        </h2>
        <p className="muted">{`Times are the clinic’s (${zone.replaceAll('_', ' ')}). Until you have moved it, the appointment stays as it is.`}</p>
      </div>
      {refused && <Failure title="The appointment was not moved." reason={refused} />}
      <FreeTimes of={found} zone={zone} taking={false} onTake={setChosen}>
        {onAsk && (
          <button type="button" className="button" onClick={onAsk}>
            None of these: ask the clinic
          </button>
        )}
        <button type="button" className="button" onClick={onBack}>
          Back
        </button>
      </FreeTimes>
    </div>
  );
}

import { useState } from 'react';

import { asFailure } from '@/api/fetchJson';
import type { OfferedService } from '@/api/generated';
import { StepTitle } from '@/features/portal/booking/StepTitle';
import { byDay } from '@/features/portal/booking/times';
import { useTimes } from '@/features/portal/booking/useTimes';
import { Failure } from '@/features/portal/Failure';
import { Loading } from '@/features/portal/Loading';

interface Props {
  service: OfferedService;
  zone: string;
  provider: number | undefined;
  /** Why the time that was chosen before is not there any more. */
  lost: string | undefined;
  onProvider: (provider: number | undefined) => void;
  /** Holds a time; rejects where that fails. */
  onTake: (startsAt: string) => Promise<void>;
  onBack: () => void;
}

/** So many times are shown before further days are folded. */
const OPEN = 20;

/** With whom, and when: free times day by day, and the later ones with a press. */
export function TimeStep({ service, zone, provider, lost, onProvider, onTake, onBack }: Props) {
  const { times, next, failed, loading, more, reload } = useTimes(service.name, provider);
  const [taking, setTaking] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const days = byDay(times, zone);

  const take = async (startsAt: string) => {
    if (taking) return;
    setTaking(startsAt);
    setRefused(undefined);
    try {
      await onTake(startsAt);
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      setTaking(undefined);
      setRefused(message);
      if (status === 409) reload();
    }
  };

  return (
    <div className="stack">
      <div>
        <StepTitle>Choose a time</StepTitle>
        <p className="muted">{`${service.name}, ${service.minutes} minutes. Times are the clinic’s (${zone.replaceAll('_', ' ')}).`}</p>
      </div>
      {(refused ?? lost) && <Failure title={refused ?? lost ?? ''} reason="" />}
      {service.providers.length > 1 && (
        <label className="select">
          With
          <select value={provider ?? ''} onChange={({ target }) => onProvider(target.value === '' ? undefined : Number(target.value))}>
            <option value="">Anybody</option>
            {service.providers.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </select>
        </label>
      )}
      {days.map(({ day, before, times: ofDay }) => (
        <details key={day} className="day" open={before < OPEN}>
          <summary><h2 className="h3">{day}</h2>{` ${ofDay.length} ${ofDay.length === 1 ? 'time' : 'times'}`}</summary>
          <ul className="times" aria-label={day}>
            {ofDay.map(({ startsAt, clock }) => (
              <li key={startsAt}><button type="button" className="time" disabled={taking !== undefined} aria-label={`${clock}, ${day}`} onClick={() => void take(startsAt)}>{clock}</button></li>
            ))}
          </ul>
        </details>
      ))}
      {loading && <Loading />}
      {failed && <Failure title="The free times could not be loaded." reason="" />}
      {!loading && !failed && days.length === 0 && <p role="status">{next ? 'No time is free in these days.' : 'No time is free. Please contact the clinic.'}</p>}
      <div className="answers">
        {!loading && (failed ? <button type="button" className="button outlined" onClick={reload}>Try again</button> : next && <button type="button" className="button outlined" onClick={more}>Show later times</button>)}
        <button type="button" className="button" onClick={onBack}>Back to the services</button>
      </div>
    </div>
  );
}

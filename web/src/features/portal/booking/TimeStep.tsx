import { useState } from 'react';

import { asFailure } from '@/api/fetchJson';
import type { OfferedService } from '@/api/generated';
import { FreeTimes } from '@/features/portal/booking/FreeTimes';
import { StepTitle } from '@/features/portal/booking/StepTitle';
import { useTimes } from '@/features/portal/booking/useTimes';
import { Failure } from '@/features/portal/Failure';

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

/** With whom, and when: free times day by day, and the later ones with a press. */
export function TimeStep({ service, zone, provider, lost, onProvider, onTake, onBack }: Props) {
  const query = new URLSearchParams({
    service: service.name,
    ...(provider !== undefined && { provider_id: String(provider) }),
  });
  const found = useTimes(`/api/book/slots?${query}`);
  const [taking, setTaking] = useState<string>();
  const [refused, setRefused] = useState<string>();

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
      if (status === 409) found.reload();
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
          <select
            value={provider ?? ''}
            onChange={({ target }) =>
              onProvider(target.value === '' ? undefined : Number(target.value))
            }
          >
            <option value="">Anybody</option>
            {service.providers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <FreeTimes
        of={found}
        zone={zone}
        taking={taking !== undefined}
        onTake={(at) => void take(at)}
      >
        <button type="button" className="button" onClick={onBack}>
          Back to the services
        </button>
      </FreeTimes>
    </div>
  );
}

import type { OwnProtocol, ServiceProtocol } from '@/api/generated';
import { formatDate } from '@/lib/dates';

type Standing = Pick<ServiceProtocol | OwnProtocol, 'state' | 'version' | 'days_left'>;

interface Mark {
  tone: 'success' | 'warning' | 'neutral' | 'danger';
  label: string;
}

/** How a protocol stands, in a word or two. */
export function protocolMark({ state, version, days_left: left }: Standing): Mark {
  if (!version || state === 'none') return { tone: 'neutral', label: 'None' };
  const until = formatDate(version.valid_until);
  switch (state) {
    case 'scheduled': return { tone: 'neutral', label: `From ${formatDate(version.valid_from)}` };
    case 'in_force': return { tone: 'success', label: `In force until ${until}` };
    case 'expiring': return { tone: 'warning', label: `Ends ${until}, ${left === 0 ? 'today' : left === 1 ? 'in 1 day' : `in ${left ?? 0} days`}` };
    case 'expired': return { tone: 'danger', label: `Expired ${until}` };
    case 'retired': return { tone: 'danger', label: 'Retired' };
  }
}

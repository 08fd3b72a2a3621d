import type { OwnProtocol, ServiceProtocol } from '@/api/generated';
import { formatDate } from '@/lib/dates';

type Standing = Pick<ServiceProtocol | OwnProtocol, 'state' | 'version' | 'days_left'>;

interface Mark {
  tone: 'success' | 'warning' | 'neutral' | 'danger';
  label: string;
  /** From or until when; '' where there is no version. */
  when: string;
}

/** How a protocol stands: a word or two, and from or until when. */
export function protocolMark({ state, version, days_left: left }: Standing): Mark {
  if (!version || state === 'none') return { tone: 'neutral', label: 'None', when: '' };
  const until = `until ${formatDate(version.valid_until)}`;
  switch (state) {
    case 'scheduled':
      return { tone: 'neutral', label: 'To come', when: `from ${formatDate(version.valid_from)}` };
    case 'in_force':
      return { tone: 'success', label: 'In force', when: until };
    case 'expiring':
      return {
        tone: 'warning',
        label:
          left === 0 ? 'Ends today' : left === 1 ? 'Ends in 1 day' : `Ends in ${left ?? 0} days`,
        when: `in force ${until}`,
      };
    case 'expired':
      return { tone: 'danger', label: 'Expired', when: until };
    case 'retired':
      return { tone: 'danger', label: 'Retired', when: version.retired_for ?? '' };
  }
}

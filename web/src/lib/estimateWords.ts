import { formatDate } from '@/lib/dates';

interface Recurrence {
  number: number | null;
  frequency: string | null;
  from: string | null;
  until: string | null;
}

interface Place {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** '3 times, every six weeks, from Dec 14, 2026 to Mar 8, 2027', of what is given. */
export function recurrenceWords({ number, frequency, from, until }: Recurrence): string {
  const start = from && `from ${formatDate(from)}`;
  const end = until && `${from ? 'to' : 'until'} ${formatDate(until)}`;
  return [
    number && (number === 1 ? '1 time' : `${number} times`),
    frequency,
    [start, end].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
}

/** '214 W 18th Street, New York, NY 10011', of what is given. */
export function addressWords({ address, city, state, zip }: Place): string {
  return [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

import type { AppointmentEvent } from '@/api/generated';
import { formatInstant } from '@/lib/dates';

/** What happened, as a sentence without its end: 'moved from Nov 20, 2026, 9:00 AM, Noah Kim'. */
export function inWords(event: AppointmentEvent, timeZone: string): string {
  const at = (instant: string | null, provider: string | null, resource: string | null) =>
    [formatInstant(instant, timeZone), provider ?? 'any provider', resource]
      .filter(Boolean)
      .join(', ');
  switch (event.kind) {
    case 'booked':
      return `Booked for ${at(event.starts_at, event.provider_name, event.resource_name)}`;
    case 'moved':
      return `Moved from ${at(event.former_starts_at, event.former_provider_name, event.former_resource_name)} to ${at(event.starts_at, event.provider_name, event.resource_name)}`;
    case 'status':
      return event.reason
        ? `${event.to_status}: ${event.reason}`
        : `${event.from_status} to ${event.to_status}`;
    case 'changed':
      return 'Service or notes changed';
  }
}

/** The warnings that were confirmed, if any. */
export function confirmedInWords({ warnings }: AppointmentEvent): string | undefined {
  if (warnings.length === 0) return undefined;
  return `Done anyway, in spite of this: ${warnings.map((code) => codes[code] ?? code.replaceAll('_', ' ')).join(', ')}`;
}

const codes: Record<string, string> = {
  double_booked: 'the provider is booked',
  patient_overlap: 'the patient is booked',
  past: 'the time has passed',
  outside_hours: "outside the clinic's hours",
  far_ahead: 'more than a year ahead',
  closed: 'the clinic is closed',
  provider_off: 'the provider does not work then',
  blocked: 'the time is kept free',
  interval: 'too soon for the same service',
  buffer: 'too little time between',
};

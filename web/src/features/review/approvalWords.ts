import type { ApiFailure } from '@/api/failure';

/** Why charts were not approved, in a sentence; none when the person cancelled the reauthentication. */
export function approvalWords({ code, status, message }: ApiFailure): string | undefined {
  if (code === 'reauthentication_cancelled') return undefined;
  if (status === 412)
    return 'Something was added to the chart since you opened it. Please look at it again. Nothing was approved.';
  return message === 'Request failed'
    ? 'Not approved yet. Please try again.'
    : `Not approved. ${message}`;
}

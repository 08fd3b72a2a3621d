import type { ApiFailure } from '@/api/failure';

/** Why an approval was refused, in words; none when the person gave up proving who they are. */
export function approvalProblem({ code, message }: ApiFailure): string | undefined {
  if (code === 'proof_cancelled') return undefined;
  if (code === 'own_treatment') return 'You recorded this treatment yourself. Another director has to approve it.';
  if (code === 'already_approved') return 'This treatment has been approved already.';
  return message === 'Request failed' ? 'Not saved yet. Your signature is still here: please try again.' : `Not saved yet. ${message}`;
}

import type { ApiFailure } from '@/api/failure';
import type { ApprovalRefusal } from '@/api/generated';

/** Why a director has no button to approve a treatment. */
export function refusalWords(refusal: ApprovalRefusal, provider: string): string {
  if (refusal === 'own_treatment') return 'Your own: another director approves it.';
  return `${provider} invited you to the clinic, or invited whoever invited you: another director approves it.`;
}

/** Why an approval failed, in a sentence; none when the person cancelled the reauthentication. */
export function approvalProblem({ code, message }: ApiFailure): string | undefined {
  if (code === 'reauthentication_cancelled') return undefined;
  if (code === 'own_treatment') return 'You recorded this treatment yourself. Another director has to approve it.';
  if (code === 'invited_by_provider') return 'The provider of this treatment invited you to the clinic, or invited whoever invited you. A director whom somebody else invited has to approve it.';
  if (code === 'voided') return 'This treatment has been voided. It can no longer be approved.';
  if (code === 'already_approved') return 'This treatment has been approved already.';
  return message === 'Request failed' ? 'Not saved yet. Your signature is still here: please try again.' : `Not saved yet. ${message}`;
}

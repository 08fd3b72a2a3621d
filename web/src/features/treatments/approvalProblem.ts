import type { ApiFailure } from '@/api/failure';
import type { ApprovalRefusal } from '@/api/generated';

/** Why a director has no button to approve a treatment. */
export function refusalWords(refusal: ApprovalRefusal, provider: string): string {
  if (refusal === 'own_treatment') return 'Your own treatment: another director approves it.';
  return `${provider} invited you to the clinic, or invited the person who invited you: another director approves this treatment.`;
}

export const addedWords =
  'Something was added to the chart since you opened it: please read it as it is now. Nothing is approved yet.';

/** Why an approval failed, in a sentence; none when the person cancelled the reauthentication. */
export function approvalProblem({ code, status, message }: ApiFailure): string | undefined {
  if (code === 'reauthentication_cancelled') return undefined;
  if (status === 412) return addedWords;
  if (code === 'own_treatment')
    return 'You recorded this treatment yourself. Another director has to approve it.';
  if (code === 'invited_by_provider')
    return 'The provider of this treatment invited you to the clinic, or invited the person who invited you. It needs the approval of a director who was invited by somebody else.';
  if (code === 'voided') return 'This treatment has been voided. It can no longer be approved.';
  if (code === 'already_approved') return 'This treatment has been approved already.';
  return message === 'Request failed'
    ? 'Not saved yet. Your signature is still here: please try again.'
    : `Not saved yet. ${message}`;
}

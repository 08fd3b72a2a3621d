import type { Consent } from '@/api/generated';

/** A new link to hand over, a new link by mail, or the template's newer text. */
export type ConsentAction = 'resend' | 'remind' | 'reissue';

export const actionNames: Record<ConsentAction, string> = {
  resend: 'Make a new link',
  remind: 'Mail a reminder',
  reissue: 'Issue the newer text',
};

type State = Pick<Consent, 'status' | 'has_newer_version'>;

/** Whether the template's newer text can take this consent's place. One that was revoked mostly has its successor. */
export const isOutdated = ({ status, has_newer_version }: State): boolean => has_newer_version && status !== 'Revoked';

/** What can be done with a consent in this state. */
export function actionsFor(consent: State): ConsentAction[] {
  const open = consent.status === 'Pending' || consent.status === 'Expired';
  return [...(open ? ['resend', 'remind'] as const : []), ...(isOutdated(consent) ? ['reissue'] as const : [])];
}

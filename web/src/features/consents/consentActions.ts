import type { Consent } from '@/api/generated';

/** A new link to hand over, a new link by mail or by text, or the template's newer text. */
export type ConsentAction = 'resend' | 'remind' | 'text' | 'reissue';

export const actionNames: Record<ConsentAction, string> = {
  resend: 'Make a new link',
  remind: 'Mail a reminder',
  text: 'Text the link',
  reissue: 'Issue the newer text',
};

type State = Pick<Consent, 'template_id' | 'template_version' | 'status' | 'has_newer_version'>;

/**
 * Whether the template's newer text can take this consent's place. A revoked consent usually has its successor, and a
 * text that the patient has got already is not issued again.
 */
export function isOutdated(
  { template_id, template_version, status, has_newer_version }: State,
  all: readonly State[],
): boolean {
  const isSuccessor = (other: State) =>
    other.template_id === template_id &&
    other.template_version > template_version &&
    other.status !== 'Revoked';
  return (
    has_newer_version &&
    status !== 'Revoked' &&
    !all.some((other) => isSuccessor(other) && !other.has_newer_version)
  );
}

/** What can be done with a consent in this state, among all of the patient's. */
export function actionsFor(consent: State, all: readonly State[]): ConsentAction[] {
  const open = consent.status === 'Pending' || consent.status === 'Expired';
  const texted = consent.status === 'Pending';
  return [
    ...(open ? (['resend', 'remind'] as const) : []),
    ...(texted ? (['text'] as const) : []),
    ...(isOutdated(consent, all) ? (['reissue'] as const) : []),
  ];
}

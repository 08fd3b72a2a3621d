import type { Consent, ConsentStatus } from '@/api/generated';

export type ConsentTone = 'success' | 'warning' | 'neutral' | 'danger';

export const consentTone: Record<ConsentStatus, ConsentTone> = {
  Pending: 'warning',
  Signed: 'success',
  Expired: 'neutral',
  Declined: 'danger',
  Revoked: 'danger',
  Withdrawn: 'danger',
};

/** Only an open link can be revoked. */
export const canBeRevoked = ({ status }: Consent) => status === 'Pending';

/** Only what was signed can be taken back. */
export const canBeWithdrawn = ({ status }: Consent) => status === 'Signed';

/** Whether any consent may still be signed. */
export const awaitsSigning = (consents: readonly Consent[] = []) =>
  consents.some(({ status }) => status === 'Pending');

import type { Consent, ConsentStatus } from '@/api/generated';

export type ConsentTone = 'success' | 'warning' | 'neutral' | 'danger';

export const consentTone: Record<ConsentStatus, ConsentTone> = {
  Pending: 'warning',
  Signed: 'success',
  Expired: 'neutral',
  Revoked: 'danger',
};

/** Only an open link can be withdrawn: what was signed stands, and the others are closed already. */
export const canBeRevoked = ({ status }: Consent) => status === 'Pending';

/** Is there anything that may change while one looks on? */
export const awaitsSigning = (consents: readonly Consent[] = []) => consents.some(({ status }) => status === 'Pending');

import type { TreatmentProtocol } from '@/api/generated';
import { formatDate } from '@/lib/dates';

/** 'Protocol v3, in force until Nov 26, 2027', of a version that counts. */
export const inForceWords = ({ number, valid_until }: { number: number; valid_until: string }) =>
  `Protocol v${number}, in force until ${formatDate(valid_until)}`;

/** With which protocol a treatment was recorded; nothing where there was none. */
export function protocolWords(protocol: TreatmentProtocol | null): string | null {
  if (!protocol || protocol.number === null) return null;
  const { number, valid_until, override_reason } = protocol;
  // One that a director let pass may have ended before.
  return `v${number}, ${override_reason === null ? 'in force until' : 'until'} ${formatDate(valid_until)}`;
}

/** Who let a treatment pass, and why; nothing where nobody had to. */
export const liftedWords = (protocol: TreatmentProtocol | null) =>
  protocol?.override_reason
    ? `${protocol.overridden_by ?? 'A director'}: ${protocol.override_reason}`
    : null;

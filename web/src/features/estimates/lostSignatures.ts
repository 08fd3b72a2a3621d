import type { Estimate } from '@/api/generated';

export type Party = 'pt' | 'prov';

const beside = new Set(['pt_sig', 'pt_sig_date', 'prov_sig', 'prov_sig_date']);

/** The people whose signature a change of these fields removes: what it covers changes, and nobody has signed anew. */
export function lostSignatures(
  saved: Pick<Estimate, 'pt_is_signed' | 'prov_is_signed'>,
  changed: readonly string[],
): Party[] {
  const changesContent = changed.some((field) => !beside.has(field));
  return (['pt', 'prov'] as const).filter(
    (party) =>
      saved[`${party}_is_signed`] &&
      !changed.includes(`${party}_sig`) &&
      (changesContent || changed.includes(`${party}_sig_date`)),
  );
}

/** 'the patient’s and the provider’s' */
export const whoseSignatures = (parties: readonly Party[]): string =>
  parties.map((party) => (party === 'pt' ? 'the patient’s' : 'the provider’s')).join(' and ');

import { createContext, useContext } from 'react';

import type { ApiFailure } from '@/api/failure';

/**
 * Runs an action that may need a fresh proof of who is acting. When the server answers 'proof_required' the password is asked for
 * over the page, and the action runs again; nothing typed is lost. Whoever gives up rejects with `proofCancelled`, which needs no word.
 *
 *     await withProof(() => approve({ id, approval }).unwrap());
 */
export type WithProof = <Answer>(action: () => Promise<Answer>) => Promise<Answer>;

export const proofCancelled: ApiFailure = { status: 403, code: 'proof_cancelled', message: 'This step was not confirmed with your password.', fields: {} };

/** Outside of a provider nobody can be asked, and the failure is simply the failure. */
export const ProofContext = createContext<WithProof>((action) => action());

export function useProved(): WithProof {
  return useContext(ProofContext);
}

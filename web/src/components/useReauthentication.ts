import { createContext, useContext } from 'react';

import type { ApiFailure } from '@/api/failure';

/**
 * Runs an action that the server may refuse until the person has confirmed who they are. When it answers 'proof_required', a dialog
 * asks for the password, and the action runs again. Cancelling the dialog rejects with `reauthenticationCancelled`, which
 * needs no message.
 *
 *     await withReauthentication(() => approve({ id, approval }).unwrap());
 */
export type WithReauthentication = <Answer>(action: () => Promise<Answer>) => Promise<Answer>;

export const reauthenticationCancelled: ApiFailure = {
  status: 403,
  code: 'reauthentication_cancelled',
  message: 'This step was not confirmed with your password.',
  fields: {},
};

/** Outside of a provider there is no dialog, and the action fails as it is. */
export const ReauthenticationContext = createContext<WithReauthentication>((action) => action());

export function useReauthentication(): WithReauthentication {
  return useContext(ReauthenticationContext);
}

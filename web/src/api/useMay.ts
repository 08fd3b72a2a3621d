import { useMemo } from 'react';

import type { Session } from '@/api/generated';
import { useSession } from '@/api/useSession';

export interface May {
  /** Whether the signed-in member holds the permission in full. */
  may: (permission: string) => boolean;
  /** Whether they hold it at least in part (some fields stay hidden). */
  mayLimited: (permission: string) => boolean;
}

/** What the signed-in member may do. The server decides; this only keeps closed doors out of sight. */
export function useMay(): May {
  const session = useSession();
  return useMemo(() => mayOf(session), [session]);
}

/** The same for those who have the session at hand. */
export function mayOf(session: Session | undefined): May {
  const may = (permission: string) => session?.permissions.includes(permission) ?? false;
  return { may, mayLimited: (permission) => may(permission) || (session?.limited_permissions.includes(permission) ?? false) };
}

import { useMemo } from 'react';

import { useSession } from '@/api/useSession';

interface May {
  /** Whether the signed-in member holds the permission in full. */
  may: (permission: string) => boolean;
  /** Whether they hold it at least in part (some fields stay hidden). */
  mayLimited: (permission: string) => boolean;
}

/** What the signed-in member may do. The server decides; this only keeps closed doors out of sight. */
export function useMay(): May {
  const session = useSession();
  return useMemo(() => {
    const may = (permission: string) => session?.permissions.includes(permission) ?? false;
    return { may, mayLimited: (permission) => may(permission) || (session?.limited_permissions.includes(permission) ?? false) };
  }, [session]);
}

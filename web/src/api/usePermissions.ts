import { useMemo } from 'react';

import type { Session } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { useSession } from '@/api/useSession';

export interface Permissions {
  /** Whether the signed-in member holds the permission in full. */
  may: (permission: Permission) => boolean;
  /** Whether they hold it at least in part (with some fields hidden). */
  mayLimited: (permission: Permission) => boolean;
}

/** What the signed-in member may do. The server decides; this only hides what it would refuse. */
export function usePermissions(): Permissions {
  const session = useSession();
  return useMemo(() => permissionsOf(session), [session]);
}

/** The same, from a session at hand. */
export function permissionsOf(session: Session | undefined): Permissions {
  const may = (permission: Permission) => session?.permissions.includes(permission) ?? false;
  return {
    may,
    mayLimited: (permission) =>
      may(permission) || (session?.limited_permissions.includes(permission) ?? false),
  };
}

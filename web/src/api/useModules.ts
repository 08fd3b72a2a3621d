import { useMemo } from 'react';

import type { Module } from '@/api/generated';
import { useSession } from '@/api/useSession';

const none: readonly Module[] = [];

export interface Modules {
  /** The modules that the clinic's owner has switched on. */
  on: readonly Module[];
  isOn: (module: Module) => boolean;
}

/** The modules that the clinic uses. The server refuses what belongs to another one; this only hides it. */
export function useModules(): Modules {
  const on = useSession()?.modules ?? none;
  return useMemo(() => ({ on, isOn: (module) => on.includes(module) }), [on]);
}

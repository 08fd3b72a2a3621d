import { useShowSessionQuery, type Session } from '@/api/generated';

/** Who is signed in, at which clinic. Undefined before that is known, and for nobody. */
export function useSession(): Session | undefined {
  // Asked for once: the guard asks, everybody else reads what it was told.
  return useShowSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data;
}

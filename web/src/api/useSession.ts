import { useShowSessionQuery, type Session } from '@/api/generated';

/** Who is signed in, at which clinic. Undefined before that is known, and for nobody. */
export function useSession(): Session | undefined {
  // StaffArea fetches the session; everybody else reads its answer from the cache.
  return useShowSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data;
}

import { useShowSessionQuery, type Session } from '@/api/generated';

/** Who is signed in, at which clinic. Undefined before the session is loaded, and while nobody is signed in. */
export function useSession(): Session | undefined {
  // StaffArea fetches the session; everybody else reads its answer from the cache.
  return useShowSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data;
}

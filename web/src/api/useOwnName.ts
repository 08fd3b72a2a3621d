import { useSession } from '@/api/useSession';

/** The name of the signed-in member. */
export function useOwnName(): string | undefined {
  const member = useSession()?.member;
  return member && `${member.first_name} ${member.last_name}`;
}

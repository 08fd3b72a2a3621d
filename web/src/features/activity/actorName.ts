import type { ActivityEntry } from '@/api/generated';

/** Who did it, in words, when no member of the team is named. */
export function actorName({
  actor,
  member,
  token,
}: Pick<ActivityEntry, 'actor' | 'member' | 'token'>): string {
  if (member) return member.name;
  if (token) return `${token} (API token)`;
  if (actor === 'patient') return 'A client, by a link';
  if (actor === 'operator') return 'Celadon';
  return 'Somebody not signed in';
}

import type { Block, NewBlock } from '@/api/generated';
import type { BlockForm } from '@/features/schedule/blockForm';
import { wallOf } from '@/lib/wallTime';

export const everybody = 'all';
export const ofMember = (id: number) => `member ${id}`;
export const ofResource = (id: number) => `resource ${id}`;

export const blankBlock: BlockForm = { of: everybody, starts_at: '', ends_at: '', reason: '' };

export function fromBlock(
  { member_id, resource_id, starts_at, ends_at, reason }: Block,
  timeZone: string,
): BlockForm {
  const of =
    member_id === null
      ? resource_id === null
        ? everybody
        : ofResource(resource_id)
      : ofMember(member_id);
  return { of, starts_at: wallOf(starts_at, timeZone), ends_at: wallOf(ends_at, timeZone), reason };
}

/** Times go as typed, because they are the clinic's local times. */
export function toBlock({
  of,
  starts_at,
  ends_at,
  reason,
}: BlockForm): NewBlock & { member_id: number | null; resource_id: number | null } {
  const [kind, id] = of.split(' ');
  return {
    member_id: kind === 'member' ? Number(id) : null,
    resource_id: kind === 'resource' ? Number(id) : null,
    starts_at,
    ends_at,
    reason,
  };
}

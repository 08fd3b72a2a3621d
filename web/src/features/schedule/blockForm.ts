import * as z from 'zod/mini';

import type { Block, NewBlock } from '@/api/generated';
import { requiredText } from '@/lib/formRules';
import { wallOf } from '@/lib/wallTime';

const dateAndTime = (label: string) => z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, `${label}: enter a date such as 11/20/2026 and a time`));

/** Whose time is kept free: 'all' is the whole clinic, 'member 7' one of the team, 'resource 3' a room or a device. */
export const blockForm = z.object({
  of: z.string(),
  starts_at: dateAndTime('From'),
  ends_at: dateAndTime('To'),
  reason: requiredText('Reason'),
}).check(z.refine(({ starts_at, ends_at }) => ends_at > starts_at, { error: 'Enter a time after the beginning.', path: ['ends_at'] }));

export type BlockForm = z.infer<typeof blockForm>;

export const blockLabels: Record<keyof BlockForm, string> = { of: 'Whose time', starts_at: 'From', ends_at: 'To', reason: 'Reason' };

export const everybody = 'all';
export const ofMember = (id: number) => `member ${id}`;
export const ofResource = (id: number) => `resource ${id}`;

export const blankBlock: BlockForm = { of: everybody, starts_at: '', ends_at: '', reason: '' };

export function fromBlock({ member_id, resource_id, starts_at, ends_at, reason }: Block, timeZone: string): BlockForm {
  const of = member_id === null ? (resource_id === null ? everybody : ofResource(resource_id)) : ofMember(member_id);
  return { of, starts_at: wallOf(starts_at, timeZone), ends_at: wallOf(ends_at, timeZone), reason };
}

/** Times go as typed, because they are the clinic's local times. */
export function toBlock({ of, starts_at, ends_at, reason }: BlockForm): NewBlock & { member_id: number | null; resource_id: number | null } {
  const [kind, id] = of.split(' ');
  return { member_id: kind === 'member' ? Number(id) : null, resource_id: kind === 'resource' ? Number(id) : null, starts_at, ends_at, reason };
}

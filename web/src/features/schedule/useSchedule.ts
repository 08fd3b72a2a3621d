import { useMemo } from 'react';

import {
  useListProvidersQuery,
  useShowScheduleQuery,
  type HoursOfDay,
  type ProviderChoice,
  type SignedInMember,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { useTimeZone } from '@/api/useTimeZone';
import { addDays, today } from '@/lib/dates';

/** How many days ahead blocked times are listed: the most of one answer. */
export const daysAhead = 100;

const none: never[] = [];

/** What is planned from today on, and the members whose hours there are: those who can be booked, oneself, and whoever else has hours. */
export function useSchedule() {
  const { may } = usePermissions();
  const session = useSession();
  const timeZone = useTimeZone();
  const from = today(timeZone);
  const query = useShowScheduleQuery({ from, to: addDays(from, daysAhead) });
  const { data: providers = none } = useListProvidersQuery(undefined, {
    skip: !may('appointment.create'),
  });
  const schedule = query.data;
  const own = session?.member;
  const members = useMemo(
    () => membersOf(providers, schedule?.hours ?? none, own),
    [providers, schedule, own],
  );
  return { query, schedule, members };
}

export function membersOf(
  providers: readonly ProviderChoice[],
  hours: readonly HoursOfDay[],
  own: SignedInMember | undefined,
): ProviderChoice[] {
  const known = new Map(providers.map(({ id, name }) => [id, name]));
  if (own && !known.has(own.id)) known.set(own.id, `${own.first_name} ${own.last_name}`);
  for (const { member_id } of hours) {
    if (member_id !== null && !known.has(member_id)) known.set(member_id, 'Another member');
  }
  return Array.from(known, ([id, name]) => ({ id, name }));
}

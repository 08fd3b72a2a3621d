import type { ProviderChoice } from '@/api/generated';
import type { Card } from '@/features/appointments/calendar/card';
import { anyProvider, type DeskAddress } from '@/features/appointments/calendar/deskAddress';
import type { Visit } from '@/features/appointments/calendar/visit';

/** A column of the day. */
export interface Column {
  id: string;
  title: string;
  /** '8 booked'. */
  note: string;
}

/**
 * The providers of a day: those who can be booked, and whoever else has an appointment in it (who has left meanwhile, or all where a role
 * may not ask who can be booked).
 */
export function providersOf(
  choices: readonly ProviderChoice[],
  visits: readonly Visit[],
): ProviderChoice[] {
  const known = new Map(choices.map(({ id, name }) => [id, name]));
  for (const { provider_id, provider_name } of visits) {
    if (provider_id !== null && !known.has(provider_id))
      known.set(provider_id, provider_name ?? 'Provider');
  }
  return Array.from(known, ([id, name]) => ({ id, name }));
}

/** A column for each provider and one for any, or the one that the address names. */
export function columnsOf(
  providers: readonly ProviderChoice[],
  cards: readonly Card[],
  provider: DeskAddress['provider'],
): Column[] {
  const all = [
    ...providers.map(({ id, name }) => ({ id: String(id), title: name })),
    { id: anyProvider, title: 'Any provider' },
  ];
  const wanted = provider === null ? all : all.filter(({ id }) => id === String(provider));
  // An address may name somebody who is not here.
  const shown = wanted.length > 0 ? wanted : all;
  return shown.map((column) => ({
    ...column,
    note: noteOf(
      cards.filter(({ column: of, visit }) => of === column.id && visit.status !== 'Cancelled')
        .length,
    ),
  }));
}

export const noteOf = (booked: number): string =>
  booked === 0 ? 'Nobody booked' : `${booked} booked`;

/** The provider whose days the views of several days show: the one of the address, else oneself, else the first. */
export function shownProvider(
  provider: DeskAddress['provider'],
  providers: readonly ProviderChoice[],
  own: number | undefined,
): string {
  if (
    provider !== null &&
    (provider === anyProvider || providers.some(({ id }) => id === provider))
  )
    return String(provider);
  return String(providers.find(({ id }) => id === own)?.id ?? providers[0]?.id ?? anyProvider);
}

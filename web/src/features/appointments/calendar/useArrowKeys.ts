import { useState, type KeyboardEvent } from 'react';

import type { Card } from '@/features/appointments/calendar/card';

const middle = ({ start, minutes }: Card) => Date.parse(`${start}Z`) + minutes * 30_000;
const byStart = (one: Card, other: Card) =>
  one.start.localeCompare(other.start) || one.id - other.id;
const nearestTo = (card: Card) => (one: Card, other: Card) =>
  Math.abs(middle(one) - middle(card)) - Math.abs(middle(other) - middle(card));

/** The card that an arrow leads to: up and down within a column, left and right to the nearest in time of the next column that has any. */
export function neighbour(
  cards: readonly Card[],
  columns: readonly string[],
  columnOf: (card: Card) => string,
  from: Card,
  key: string,
): Card | undefined {
  const within = (column: string | undefined) => cards.filter((card) => columnOf(card) === column);
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const own = within(columnOf(from)).toSorted(byStart);
    return own[own.indexOf(from) + (key === 'ArrowDown' ? 1 : -1)];
  }
  const step = key === 'ArrowRight' ? 1 : -1;
  for (
    let at = columns.indexOf(columnOf(from)) + step;
    at >= 0 && at < columns.length;
    at += step
  ) {
    const [nearest] = within(columns[at]).toSorted(nearestTo(from));
    if (nearest) return nearest;
  }
  return undefined;
}

/** One tab stop for the whole grid: sixty would be sixty presses to pass it. */
export function useArrowKeys(
  cards: readonly Card[],
  columns: readonly string[],
  columnOf: (card: Card) => string,
) {
  const [wanted, setWanted] = useState<number>();
  const here = cards.find(({ id }) => id === wanted) ?? cards.toSorted(byStart)[0];

  const onKeyDown = (press: KeyboardEvent<HTMLElement>) => {
    if (
      !['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(press.key) ||
      press.altKey ||
      press.ctrlKey ||
      press.metaKey
    )
      return;
    const from = cards.find(
      ({ id }) =>
        press.target instanceof HTMLElement && String(id) === press.target.dataset['card'],
    );
    if (!from) return;
    press.preventDefault();
    const next = neighbour(cards, columns, columnOf, from, press.key);
    if (!next) return;
    setWanted(next.id);
    press.currentTarget.querySelector<HTMLElement>(`button[data-card="${next.id}"]`)?.focus();
  };
  const onFocus = ({ target }: { target: EventTarget }) => {
    const id = target instanceof HTMLElement ? Number(target.dataset['card']) : Number.NaN;
    if (id) setWanted(id);
  };
  return { reached: here?.id, onKeyDown, onFocus };
}

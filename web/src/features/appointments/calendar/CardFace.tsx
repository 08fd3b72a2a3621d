import '@/features/appointments/calendar/card.css';
import { memo } from 'react';

import type { Card } from '@/features/appointments/calendar/card';
import { nameOn } from '@/features/appointments/calendar/card';
import { marksOf, worstOf } from '@/features/appointments/calendar/facts';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import { shownAs } from '@/features/appointments/calendar/status';
import { clockText, shortClock } from '@/lib/wallTime';

interface Props {
  card: Card;
  /** The service's colour. */
  color: string | undefined;
  chosen: boolean;
  /** Whether Tab leads to it; in a grid Tab leads to one card only (useArrowKeys). */
  reached: boolean;
  /** In a list, as wide as the screen. */
  wide?: boolean;
  onOpen: (id: number) => void;
}

/** How much room a card has: 15 minutes are 24 px. */
export function sizeOf({ minutes }: Pick<Card, 'minutes'>): 'short' | 'middle' | 'tall' {
  return minutes < 30 ? 'short' : minutes < 45 ? 'middle' : 'tall';
}

/** What a screen reader reads for a card, which has no column's heading. */
export function cardLabel(card: Card): string {
  const {
    visit: { service, provider_name },
    start,
    end,
  } = card;
  const marks = marksOf(card.visit).map(({ words }) => words);
  return [
    `${clockText(start)} to ${clockText(end)}`,
    nameOn(card),
    service,
    shownAs(card.visit),
    ...marks,
    `with ${provider_name ?? 'any provider'}`,
  ].join(', ');
}

/** An appointment in the day: a button with time, patient, service, state and marks, as many as it has room for (card.css). */
export const CardFace = memo(function CardFace({
  card,
  color,
  chosen,
  reached,
  wide = false,
  onOpen,
}: Props) {
  const {
    id,
    start,
    column,
    visit: { service },
  } = card;
  const shown = shownAs(card.visit);
  const size = wide ? 'wide' : sizeOf(card);
  const worst = worstOf(card.visit);
  const marks = size === 'tall' ? marksOf(card.visit) : worst ? [worst] : [];
  return (
    <button
      type="button"
      className="visit-card"
      data-size={size}
      data-status={shown}
      data-card={id}
      data-start={start}
      data-column={column}
      aria-label={cardLabel(card)}
      aria-pressed={chosen}
      tabIndex={reached ? 0 : -1}
      onClick={() => onOpen(id)}
    >
      <span className="name">{nameOn(card)}</span>
      <span className="state">
        <Glyph of={shown} />
        <span className="word">{shown}</span>
      </span>
      <span className="when">
        <span className="time">{shortClock(start)}</span>{' '}
        <span className="service">
          {color && <span className="bar" aria-hidden style={{ backgroundColor: color }} />}
          {service}
        </span>
      </span>
      <span className="facts">
        {marks.map(({ tone, words }) => (
          <span key={words} className={tone}>
            <Glyph of={tone} />
            <span className="words">{words}</span>
          </span>
        ))}
      </span>
    </button>
  );
});

import { Interaction, ResourceTimeGrid, TimeGrid, type Calendar } from '@event-calendar/core';
import '@/features/appointments/calendar/calendar.css';
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';

import {
  columnWidths,
  fixedOptions,
  hoursOf,
  viewNames,
  type Actions,
} from '@/features/appointments/calendar/calendarOptions';
import type { Card } from '@/features/appointments/calendar/card';
import { CardFace } from '@/features/appointments/calendar/CardFace';
import type { ClosedTime } from '@/features/appointments/calendar/closedTimes';
import type { Column } from '@/features/appointments/calendar/columns';
import type { GridView } from '@/features/appointments/calendar/deskAddress';
import { eventKeeper } from '@/features/appointments/calendar/eventKeeper';
import { useArrowKeys } from '@/features/appointments/calendar/useArrowKeys';
import { useBoxes } from '@/features/appointments/calendar/useBoxes';
import { useEventCalendar } from '@/features/appointments/calendar/useEventCalendar';
import { useNow } from '@/features/appointments/calendar/useNow';
import { usePlainRoles } from '@/features/appointments/calendar/usePlainRoles';
import { useResources } from '@/features/appointments/calendar/useResources';
import { useServiceColors } from '@/features/services';
import { offsetText, shortClock, wallOf } from '@/lib/wallTime';

interface Props extends Pick<Actions, 'onEmpty' | 'onMove'> {
  view: GridView;
  /** The days shown. */
  days: readonly [string, ...string[]];
  timeZone: string;
  /** Those of a day: providers. The other views have one for each day. */
  columns: readonly Column[];
  cards: readonly Card[];
  /** What is hatched behind them. */
  closed: readonly ClosedTime[];
  chosen: number | undefined;
  mayBook: boolean;
  /** Whether a card may be dragged. */
  mayMove: (card: Card) => boolean;
  onOpen: (id: number) => void;
}

const plugins = [ResourceTimeGrid, TimeGrid, Interaction];

/**
 * A day of all providers, or some days of one. Every time in it is a wall time of the clinic, never an instant. The library is used only
 * in this file, calendarOptions, useEventCalendar, usePlainRoles, useResources, eventKeeper and
 * calendar.css.
 */
export function ClinicCalendar({
  view,
  days,
  timeZone,
  columns,
  cards,
  closed,
  chosen,
  mayBook,
  mayMove,
  onOpen,
  onEmpty,
  onMove,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const boxes = useBoxes(cards);
  const colors = useServiceColors();
  const [latest] = useState(() => latestOf<Actions>({ onEmpty, onMove, boxes }));
  useLayoutEffect(() => latest.set({ onEmpty, onMove, boxes }));
  const fixed = useMemo(() => fixedOptions(latest.get), [latest]);
  const resources = useResources(columns);
  const [keep] = useState(eventKeeper);
  const events = useMemo(
    () =>
      keep([
        ...closed.map(({ id, start, end, column, reason }): Calendar.EventInput => ({
          id,
          start,
          end,
          resourceIds: [column],
          title: reason,
          display: 'background',
        })),
        ...cards.map((card): Calendar.EventInput => {
          const { id, start, end, column } = card;
          return { id, start, end, resourceIds: [column], editable: mayMove(card) };
        }),
      ]),
    [keep, closed, cards, mayMove],
  );
  const { slotMinTime, slotMaxTime } = hoursOf(cards);
  // The library takes an offset, not the name of a zone. It is used for the line of the present and the mark of today.
  const now = useNow();
  const offset = offsetText(now, timeZone);
  const options = useMemo(
    (): Calendar.Options => ({
      ...fixed,
      view: viewNames[view],
      columnWidth: columnWidths[view],
      date: days[0],
      resources,
      events,
      slotMinTime,
      slotMaxTime,
      timeZone: offset,
      selectable: mayBook,
      pointer: mayBook,
    }),
    [fixed, view, days, resources, events, slotMinTime, slotMaxTime, offset, mayBook],
  );
  useEventCalendar(host, plugins, options);
  usePlainRoles(host);

  const order = useMemo(
    () => (view === 'day' ? columns.map(({ id }) => id) : days),
    [view, columns, days],
  );
  const { reached, ...keys } = useArrowKeys(cards, order, view === 'day' ? columnOf : dayOf);
  return (
    <div
      ref={host}
      className="clinic-calendar"
      role="group"
      aria-label="Appointments by the hour"
      style={{ '--now': `'${shortClock(wallOf(now, timeZone))}'` } as CSSProperties}
      {...keys}
    >
      {cards.map((card) => {
        const box = boxes.get(String(card.id));
        return (
          box &&
          createPortal(
            <CardFace
              card={card}
              color={colors.get(card.visit.service)}
              chosen={card.id === chosen}
              reached={card.id === reached}
              onOpen={onOpen}
            />,
            box.node,
            box.key,
          )
        );
      })}
    </div>
  );
}

const columnOf = ({ column }: Card) => column;
const dayOf = ({ start }: Card) => start.slice(0, 10);

/** The latest value, for callbacks that run outside of a render. */
function latestOf<Value>(first: Value) {
  let value = first;
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
    },
  };
}

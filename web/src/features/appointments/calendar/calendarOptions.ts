import type { Calendar } from '@event-calendar/core';

import type { Card } from '@/features/appointments/calendar/card';
import type { GridView } from '@/features/appointments/calendar/deskAddress';
import type { CardBox } from '@/features/appointments/calendar/useBoxes';
import { fromLocalDate, minutesBetween, shortClock, type WallTime } from '@/lib/wallTime';

/** An empty place somebody has pressed. */
export interface Slot {
  start: WallTime;
  /** Where several were swept over. */
  minutes?: number;
  column?: string;
}

export interface Actions {
  onEmpty: (slot: Slot) => void;
  /** The appointment was dragged or resized; `column` where the columns are providers. Answers whether it may stay there for now. */
  onMove: (id: number, to: { start: WallTime; minutes: number; column?: string }) => boolean;
  boxes: Map<string, CardBox>;
}

export const viewNames: Record<GridView, string> = {
  day: 'resourceTimeGridDay',
  three: 'threeDays',
  week: 'timeGridWeek',
};

/** The least width of a column: a provider's needs room for cards beside each other, three days have to fit on a phone. */
export const columnWidths: Record<GridView, string> = {
  day: 'minmax(7.5rem, 1fr)',
  three: 'minmax(5.5rem, 1fr)',
  week: 'minmax(6rem, 1fr)',
};

/** The hours always drawn; more where somebody is booked earlier or later. */
const [usualStart, usualEnd] = [7, 20];

export function hoursOf(cards: readonly Pick<Card, 'start' | 'end'>[]): {
  slotMinTime: string;
  slotMaxTime: string;
} {
  const hour = (wall: WallTime) => Number(wall.slice(11, 13));
  // What ends after midnight is drawn until midnight.
  const last = ({ start, end }: Pick<Card, 'start' | 'end'>) =>
    end.slice(0, 10) > start.slice(0, 10) ? 24 : hour(end) + (end.endsWith(':00') ? 0 : 1);
  const text = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
  return {
    slotMinTime: text(Math.min(usualStart, ...cards.map(({ start }) => hour(start)))),
    slotMaxTime: text(Math.max(usualEnd, ...cards.map(last))),
  };
}

const dayOfWeek = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric' });
const hours = new Intl.DateTimeFormat('en-US', { hour: 'numeric' });

/**
 * The options that never change, because each changed option costs the calendar work. `actions` returns the callbacks
 * of the last render.
 */
export function fixedOptions(actions: () => Actions): Calendar.Options {
  const moved = ({
    event,
    newResource,
    revert,
  }: Calendar.EventDropInfo | (Calendar.EventResizeInfo & { newResource?: undefined })) => {
    const start = fromLocalDate(event.start);
    const column = newResource && { column: newResource.id };
    if (
      !actions().onMove(Number(event.id), {
        start,
        minutes: minutesBetween(start, fromLocalDate(event.end)),
        ...column,
      })
    )
      revert();
  };
  const place = (start: string, resource: Calendar.Resource | undefined) => ({
    start: start.slice(0, 16),
    ...(resource && { column: resource.id }),
  });
  return {
    headerToolbar: { start: '', center: '', end: '' },
    allDaySlot: false,
    height: '100%',
    locale: 'en-US',
    firstDay: 0,
    // 15 minutes are 24 px: an hour is 96.
    slotDuration: '00:15',
    slotHeight: 24,
    slotLabelInterval: '01:00',
    snapDuration: '00:15',
    scrollTime: '08:00',
    slotLabelFormat: (time: Date) => hours.format(time).replaceAll(/\s/gu, ' '),
    dayHeaderFormat: (date: Date) =>
      dayOfWeek
        .formatToParts(date)
        .filter(({ type }) => type !== 'literal')
        .map(({ value }) => value)
        .toReversed()
        .join(' '),
    slotEventOverlap: false,
    nowIndicator: true,
    longPressDelay: 350,
    views: { threeDays: { type: 'timeGridWeek', duration: { days: 3 } } },
    // The cards have their times: its own asks Intl's formatRange for every event, a third of the time that a new day takes.
    eventTimeFormat: () => '',
    eventContent: ({ event }) => cardOf(event, actions().boxes),
    dateClick: ({ dateStr, resource }) => actions().onEmpty(place(dateStr, resource)),
    select: ({ startStr, endStr, resource }) =>
      actions().onEmpty({
        ...place(startStr, resource),
        minutes: minutesBetween(startStr.slice(0, 16), endStr.slice(0, 16)),
      }),
    eventDrop: moved,
    eventResize: moved,
  };
}

function cardOf(event: Calendar.Event, boxes: Map<string, CardBox>): Calendar.Content {
  if (event.display === 'background') return event.title;
  const box = boxes.get(String(event.id))?.node;
  if (!box) return '';
  if (event.display !== 'preview') return { domNodes: [box] };
  // While it is dragged there are two of it, and an element can be in one place only.
  const copy = box.cloneNode(true);
  if (copy instanceof HTMLElement) {
    copy.inert = true;
    const time = copy.querySelector('.time');
    if (time) time.textContent = shortClock(fromLocalDate(event.start));
  }
  return { domNodes: [copy] };
}

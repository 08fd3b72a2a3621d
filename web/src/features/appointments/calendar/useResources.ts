import type { Calendar } from '@event-calendar/core';
import { useLayoutEffect, useMemo, useState } from 'react';

import type { Column } from '@/features/appointments/calendar/columns';

interface Heading {
  id: string;
  title: string;
  note: HTMLElement;
  resource: Calendar.ResourceInput;
}

/**
 * The columns as the calendar takes them. They stay the same while the providers do, and how many are booked is written into the
 * headings that are there: after each new heading the calendar reads its text, for which the browser lays out the whole page.
 */
export function useResources(columns: readonly Column[]): Calendar.ResourceInput[] {
  const [headingsOf] = useState(headingKeeper);
  const headings = useMemo(() => headingsOf(columns), [headingsOf, columns]);
  useLayoutEffect(() => {
    for (const [at, { note }] of headings.entries()) note.textContent = columns[at]?.note ?? '';
  }, [headings, columns]);
  return useMemo(() => headings.map(({ resource }) => resource), [headings]);
}

export function headingKeeper(): (columns: readonly Column[]) => readonly Heading[] {
  let kept: readonly Heading[] = [];
  return (columns) => {
    const isSame =
      kept.length === columns.length &&
      columns.every(({ id, title }, at) => id === kept[at]?.id && title === kept[at].title);
    if (!isSame) kept = columns.map(newHeading);
    return kept;
  };
}

function newHeading({ id, title }: Column): Heading {
  const [heading, name, note] = [
    document.createElement('div'),
    document.createElement('div'),
    document.createElement('div'),
  ];
  Object.assign(name, { className: 'column-name', textContent: title });
  note.className = 'column-note';
  heading.append(name, note);
  return { id, title, note, resource: { id, title: { domNodes: [heading] } } };
}

import Box from '@mui/material/Box';
import { Link } from 'react-router';

import type { Card } from '@/features/appointments/calendar/card';
import { CardFace } from '@/features/appointments/calendar/CardFace';
import {
  daysOf,
  rangeHeading,
  toDeskSearch,
  type DeskAddress,
} from '@/features/appointments/calendar/deskAddress';
import { useNow } from '@/features/appointments/calendar/useNow';
import { useServiceColors } from '@/features/services';
import { shortClock, wallOf } from '@/lib/wallTime';

interface Props {
  cards: readonly Card[];
  timeZone: string;
  today: string;
  chosen: number | undefined;
  onOpen: (id: number) => void;
}

/** A day on a phone: its appointments below each other, as plain HTML, with a line where the clock is. */
export function DayList({ cards, timeZone, today, chosen, onOpen }: Props) {
  const now = wallOf(useNow(), timeZone);
  const colors = useServiceColors();
  const sorted = cards.toSorted(
    (one, other) => one.start.localeCompare(other.start) || one.id - other.id,
  );
  const next = sorted.find(({ start }) => start > now);
  const isToday = sorted.some(({ start }) => start.startsWith(today));
  return (
    <Box component="ul" aria-label="Appointments of the day" sx={list}>
      {sorted.map((card) => (
        <li key={card.id}>
          {isToday && card === next && <p className="now">Now {shortClock(now)}</p>}
          <span className="at" aria-hidden="true">
            {shortClock(card.start)}
          </span>
          <CardFace
            card={card}
            color={colors.get(card.visit.service)}
            wide
            chosen={card.id === chosen}
            reached
            onOpen={onOpen}
          />
        </li>
      ))}
    </Box>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  pb: 2,
  display: 'grid',
  gap: 0.75,
  '& li': { display: 'grid', gridTemplateColumns: '52px minmax(0, 1fr)', alignItems: 'start' },
  '& .at': { pt: 1, fontWeight: 600 },
  '& .now': {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    m: 0,
    py: 0.5,
    color: 'secondary.main',
    typography: 'caption',
    fontWeight: 600,
    '&::after': { content: '""', flex: 1, borderTop: 2, borderColor: 'secondary.main' },
  },
} as const;

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });

/** The seven days around, on a phone. */
export function WeekStrip({ address, today }: { address: DeskAddress; today: string }) {
  return (
    <Box component="nav" aria-label="Week" sx={strip}>
      {daysOf({ view: 'week', date: address.date }).map((date) => (
        <Link
          key={date}
          to={{ search: toDeskSearch({ ...address, date }, today) }}
          preventScrollReset
          aria-label={rangeHeading([date], today)}
          aria-current={date === address.date ? 'date' : undefined}
        >
          <span>{weekday.format(Date.parse(`${date}T00:00:00Z`))}</span>
          <strong>{Number(date.slice(8))}</strong>
        </Link>
      ))}
    </Box>
  );
}

const strip = {
  display: 'grid',
  displayPrint: 'none',
  gridTemplateColumns: 'repeat(7, 1fr)',
  mb: 1.5,
  '& a': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    minHeight: 52,
    borderRadius: 1,
    color: 'text.primary',
    textDecoration: 'none',
    typography: 'caption',
  },
  '& strong': { fontSize: '1rem', fontWeight: 600 },
  '& a[aria-current]': { bgcolor: 'primary.main', color: 'primary.contrastText' },
} as const;

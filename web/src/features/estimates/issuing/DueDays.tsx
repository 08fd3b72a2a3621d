import Box from '@mui/material/Box';

import { addDays, daysBetween } from '@/lib/dates';

interface Props {
  from: string;
  due: string;
  today: string;
  isUrgent: boolean;
}

/** As many days as stand beside each other. */
const most = 7;

/** The days from the one on which the clock began to the one on which the estimate is due. Which of them count, only the server knows: the clinic may be closed. */
export function DueDays({ from, due, today, isUrgent }: Props) {
  const count = daysBetween(from, due) + 1;
  if (count < 2 || count > most) return <Box sx={{ height: 4 }} />;
  const days = Array.from({ length: count }, (_, index) => addDays(from, index));
  const below = (day: string) =>
    day === due
      ? 'due'
      : day === from
        ? 'begun'
        : day === today
          ? 'today'
          : isWeekend(day)
            ? '–'
            : ' ';
  return (
    <Box
      component="ol"
      aria-label="Days until it is due"
      sx={{ ...strip, gridTemplateColumns: `repeat(${Math.max(count, 6)}, minmax(0, 1fr))` }}
    >
      {days.map((day) => (
        <Box
          component="li"
          key={day}
          sx={{
            ...cell,
            ...(isWeekend(day) && day !== due && closed),
            ...(day === due && dueOn(isUrgent)),
          }}
        >
          {weekday.format(at(day))}
          <Box component="b" sx={{ display: 'block', fontSize: '0.875rem', lineHeight: 18 / 14 }}>
            {at(day).getUTCDate()}
          </Box>
          {below(day)}
        </Box>
      ))}
    </Box>
  );
}

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const isWeekend = (day: string) => at(day).getUTCDay() % 6 === 0;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const strip = {
  listStyle: 'none',
  m: 0,
  mt: 1,
  mb: 1,
  p: 0,
  display: 'grid',
  gap: '3px',
  fontVariantNumeric: 'tabular-nums',
} as const;
const cell = {
  textAlign: 'center',
  typography: 'caption',
  fontWeight: 600,
  lineHeight: '15px',
  py: 0.5,
  borderRadius: '6px',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  whiteSpace: 'pre',
} as const;
const closed = {
  bgcolor: 'transparent',
  borderStyle: 'dashed',
  borderColor: 'text.secondary',
  fontWeight: 500,
} as const;
const dueOn = (isUrgent: boolean) => ({
  bgcolor: isUrgent ? 'error.main' : 'warning.main',
  color: 'background.paper',
  borderColor: 'transparent',
});

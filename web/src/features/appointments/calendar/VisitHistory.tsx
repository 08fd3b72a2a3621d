import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useShowAppointmentQuery } from '@/api/generated';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { confirmedInWords, inWords } from '@/features/appointments/calendar/history';
import { formatInstant } from '@/lib/dates';

/** What happened to an appointment, by whom and when, the newest first. */
export function VisitHistory({ id, timeZone }: { id: number; timeZone: string }) {
  const query = useShowAppointmentQuery(id);
  const events = query.currentData?.events;
  return (
    <section aria-label="History">
      <Typography
        variant="caption"
        component="h3"
        color="textSecondary"
        sx={{ fontWeight: 600, m: 0, mb: 0.5 }}
      >
        History
      </Typography>
      <QueryFailure what="The history could not be loaded." query={query} />
      {query.isLoading && <PartSkeleton label="Loading the history" height={40} />}
      {events?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          Booked before a history was kept.
        </Typography>
      )}
      <Box component="ol" sx={list}>
        {events?.map((event, at) => (
          // Two events may have the same time, and none is ever removed.
          <li key={`${event.at} ${events.length - at}`}>
            <span>{inWords(event, timeZone)}</span>
            <small>
              {[formatInstant(event.at, timeZone), event.actor_name, confirmedInWords(event)]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </Box>
    </section>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1,
  typography: 'body2',
  '& li': { overflowWrap: 'anywhere' },
  '& small': {
    display: 'block',
    color: 'text.secondary',
    fontSize: '0.75rem',
    lineHeight: 16 / 12,
  },
} as const;

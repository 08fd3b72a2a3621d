import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowPatientCoverageQuery, type EstimateClock } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { ToneGlyph } from '@/components/ToneGlyph';
import { dueWords } from '@/features/estimate-clocks';
import { DueDays } from '@/features/estimates/issuing/DueDays';
import { formatDate, formatInstantDate } from '@/lib/dates';
import { wallOf } from '@/lib/wallTime';

/** When the patient's next estimate is due, and why. Nothing is drawn while none is; that it could not be loaded is said, because something may be due. */
export function DueClock({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const zone = useTimeZone();
  const query = useShowPatientCoverageQuery(patientId, {
    skip: !may('estimate.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData: coverage, isError } = query;
  if (!coverage)
    return (
      isError && (
        <Box sx={{ mb: 2 }}>
          <QueryFailure what="The due date could not be loaded." query={query} />
        </Box>
      )
    );
  const [next, ...later] = coverage.clocks.filter(({ closed_at }) => closed_at === null);
  if (!next) return null;
  const { due_on, started_at } = next;
  const isUrgent = due_on <= coverage.today;
  const ground = isUrgent ? 'error.light' : 'warning.light';
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label="When it is due"
      sx={{
        px: 2,
        py: 1.5,
        mb: 2,
        bgcolor: ground,
        '--card-ground': isUrgent
          ? 'var(--mui-palette-error-light)'
          : 'var(--mui-palette-warning-light)',
      }}
    >
      <Typography
        component="p"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          fontSize: '1.25rem',
          lineHeight: 28 / 20,
          fontWeight: 700,
          color: isUrgent ? 'error.main' : 'warning.main',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <ToneGlyph of={isUrgent ? 'bad' : 'careful'} />
        {dueWords(due_on, coverage.today)}
      </Typography>
      <DueDays
        from={wallOf(started_at, zone).slice(0, 10)}
        due={due_on}
        today={coverage.today}
        isUrgent={isUrgent}
      />
      <Typography variant="body2">{reason(next, zone, coverage.today)}</Typography>
      {later.map((clock) => (
        <Typography
          key={clock.id}
          variant="body2"
          sx={{ mt: 0.5 }}
        >{`${dueWords(clock.due_on, coverage.today)}, too: ${reason(clock, zone, coverage.today)}`}</Typography>
      ))}
    </Paper>
  );
}

/** Why an estimate is owed, in a sentence. */
export function reason(
  { cause, asked_at, started_at, service, starts_at, due_on }: EstimateClock,
  zone: string,
  today: string,
): string {
  const isDue = due_on < today ? 'was due' : 'is due';
  const visit = starts_at
    ? `The visit of ${formatDate(wallOf(starts_at, zone).slice(0, 10))}${service ? `, ${service},` : ''}`
    : 'The visit';
  if (cause === 'asked')
    return `Asked about the cost on ${formatInstantDate(asked_at ?? started_at, zone)}. An answer ${isDue} in 3 business days.`;
  if (cause === 'changed')
    return `The estimate changed on ${formatInstantDate(started_at, zone)}. A new version ${isDue} 1 business day before the service.`;
  return `${visit} was scheduled on ${formatInstantDate(started_at, zone)}.`;
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { RowLink } from '@/components/RowLink';
import { stateWords } from '@/features/appointments/board/boardRows';
import { worstOf } from '@/features/appointments/calendar/facts';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import { nextStep, shownAs, type Status } from '@/features/appointments/calendar/status';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { patientPath } from '@/lib/paths';
import { shortClock, wallOf } from '@/lib/wallTime';

/** How many rows are drawn at first. */
const drawn = 8;

interface Props {
  /** The list's accessible name. */
  label: string;
  heading?: string;
  visits: readonly Visit[];
  timeZone: string;
  now: number;
  busy: boolean;
  /** Takes the next step of a visit; undefined for a role that may not. */
  onStep: ((visit: Visit, to: Status) => void) | undefined;
}

/** Visits of the board below each other: time, patient and service, what is not in order, the status, and the next step. */
export function BoardList({ label, heading, visits, timeZone, now, busy, onStep }: Props) {
  const [shown, setShown] = useState(drawn);
  return (
    <>
      {heading && (
        <Typography
          component="h3"
          variant="caption"
          color="textSecondary"
          sx={{ fontWeight: 600, mt: 1 }}
        >
          {heading}
        </Typography>
      )}
      <Box component="ul" aria-label={label} sx={list}>
        {visits.slice(0, shown).map((visit) => (
          <Row
            key={visit.id}
            visit={visit}
            timeZone={timeZone}
            now={now}
            busy={busy}
            onStep={onStep}
          />
        ))}
      </Box>
      {visits.length > shown && (
        <Button
          onClick={() => setShown(visits.length)}
        >{`Show ${visits.length - shown} more`}</Button>
      )}
    </>
  );
}

type RowProps = Pick<Props, 'timeZone' | 'now' | 'busy' | 'onStep'> & { visit: Visit };

function Row({ visit, timeZone, now, busy, onStep }: RowProps) {
  const { mayLimited } = usePermissions();
  const { patient_id, service, provider_name, starts_at, status } = visit;
  const name = patientName(visit);
  const worst = worstOf(visit);
  // A request is answered in the calendar first.
  const next = visit.requested_at === null ? nextStep(status) : undefined;
  return (
    <li>
      <strong className="at">{shortClock(wallOf(Date.parse(starts_at), timeZone))}</strong>
      <div className="who">
        {patient_id !== null && mayLimited('patient.read') ? (
          <RowLink to={patientPath(patient_id)} strong>
            {name}
          </RowLink>
        ) : (
          <strong>{name}</strong>
        )}
        <p>{provider_name ? `${service} with ${provider_name}` : service}</p>
      </div>
      <p className={`mark ${worst?.tone ?? ''}`}>
        {worst && (
          <>
            <Glyph of={worst.tone} />
            {worst.words}
          </>
        )}
      </p>
      <p className="mark">
        <Glyph of={shownAs(visit)} />
        {stateWords(visit, now)}
      </p>
      {onStep && next && status !== 'Completed' && (
        <Button
          variant="outlined"
          disabled={busy}
          aria-label={`${next.words}: ${name}`}
          onClick={() => onStep(visit, next.to)}
        >
          {next.words}
        </Button>
      )}
    </li>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '--card-ground': 'var(--mui-palette-background-paper)',
  display: 'grid',
  gridTemplateColumns: {
    xs: '52px minmax(0, 1fr) auto',
    sm: '52px minmax(0, 1fr) auto auto auto',
  },
  columnGap: 1.5,
  '& li': {
    display: 'grid',
    // The rows share their columns, which are as wide as the longest of their words.
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    alignItems: 'center',
    minHeight: 56,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& p': { m: 0 },
  '& .who': { minWidth: 0, overflowWrap: 'anywhere', gridColumn: { xs: '2 / 4', sm: 'auto' } },
  '& .who > a': { py: 1.25, my: -1.25 },
  '& .who p': { typography: 'body2', color: 'text.secondary' },
  '& .mark': {
    display: 'flex',
    alignItems: 'center',
    gap: 0.75,
    typography: 'body2',
    fontWeight: 600,
    gridColumn: { xs: '2 / 3', sm: 'auto' },
  },
  '& .mark:empty': { display: { xs: 'none', sm: 'flex' } },
  '& li > button': {
    justifySelf: 'end',
    whiteSpace: 'nowrap',
    gridColumn: { xs: '3 / 4', sm: 'auto' },
  },
  '& .good': { color: 'success.main' },
  '& .careful': { color: 'warning.main' },
  '& .bad': { color: 'error.main' },
  '& svg': { flex: 'none' },
} as const;

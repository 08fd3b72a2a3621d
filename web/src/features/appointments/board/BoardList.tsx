import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { RowLink } from '@/components/RowLink';
import { rows } from '@/components/rows';
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
    <Box sx={{ containerType: 'inline-size' }}>
      {heading && (
        <Typography
          component="h3"
          variant="caption"
          color="textSecondary"
          sx={{ fontWeight: 600, px: 2, py: 0.75, borderTop: 1, borderColor: 'rule' }}
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
    </Box>
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
      <div className="marks">
        <span className={worst?.tone}>
          {worst && (
            <>
              <Glyph of={worst.tone} />
              {worst.words}
            </>
          )}
        </span>
        <span>
          <Glyph of={shownAs(visit)} />
          {stateWords(visit, now)}
        </span>
      </div>
      {onStep && next && status !== 'Completed' && (
        <Button
          variant="outlined"
          size="small"
          disabled={busy}
          aria-label={`${next.words}: ${name}`}
          onClick={() => onStep(visit, next.to)}
        >
          {next.short ?? next.words}
        </Button>
      )}
    </li>
  );
}

/** From this width, in px, of the list on there is room for the marks and the button beside a long name. */
export const roomy = 640;
/** Below this width, in px, there is no room for the button beside a name. */
const narrow = 330;

/**
 * By the list's own width, which depends on what stands beside it. The name has the room that a long word needs, so that none is broken;
 * where there is less, the marks stand below it.
 */
const list = {
  ...rows,
  display: 'grid',
  // The first column has the row's padding in it.
  gridTemplateColumns: '56px minmax(0, 1fr) auto',
  columnGap: 1.5,
  '& > li': {
    ...rows['& > li'],
    display: 'grid',
    // The rows share their columns, which are as wide as the longest of their words.
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    py: 0.75,
  },
  '& .who': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .marks': { gridColumn: 2, display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& .marks > span': {
    display: 'flex',
    alignItems: 'center',
    gap: 0.75,
    typography: 'body2',
    fontWeight: 600,
    '&:empty': { display: 'none' },
  },
  '& .marks + button': { gridRow: '1 / span 2', gridColumn: 3, justifySelf: 'end' },
  '& button': { whiteSpace: 'nowrap', minWidth: 'max-content' },
  [`@container (max-width: ${narrow}px)`]: {
    gridTemplateColumns: '56px minmax(0, 1fr)',
    '& .marks + button': { gridRow: 'auto', gridColumn: 2, justifySelf: 'start' },
  },
  [`@container (min-width: ${roomy}px)`]: {
    gridTemplateColumns: '64px minmax(150px, 1fr) auto auto auto',
    '& > li': { py: 0.25 },
    '& .marks': { display: 'contents' },
    '& .marks > span:empty': { display: 'flex' },
    '& .marks + button': { gridRow: 'auto', gridColumn: 5 },
  },
} as const;

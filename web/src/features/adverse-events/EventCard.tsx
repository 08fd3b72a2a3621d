import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { AdverseEvent, AdverseEventEntry } from '@/api/generated';
import { Button } from '@/components/Button';
import { RowLink } from '@/components/RowLink';
import { EventMarks } from '@/features/adverse-events/EventMarks';
import { kindWords, severityWords, statusWords } from '@/features/adverse-events/eventWords';
import { formatDate, formatInstant } from '@/lib/dates';
import { treatmentPath } from '@/lib/paths';

export type EventAct = 'follow-up' | 'correct' | 'acknowledge';

interface Props {
  event: AdverseEvent;
  zone: string;
  /** Whether the member may write about it. */
  mayWrite?: boolean;
  /** Without it the event is only read. */
  onAct?: (act: EventAct) => void;
}

/** An adverse event as it was reported, with everything that was written about it. */
export function EventCard({ event, zone, mayWrite = false, onAct }: Props) {
  const {
    kind,
    began_on,
    treatment_id,
    treatment_type,
    patient_id,
    details,
    action,
    follow_up_on,
    severity,
    reported_severity,
    reported_by,
    reported_role,
    reported_at,
    may_acknowledge,
    entries,
  } = event;
  const name = `${kindWords[kind]}, ${formatDate(began_on)}`;
  return (
    <Box component="article" aria-label={name} sx={card}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Typography variant="h3">{name}</Typography>
        <EventMarks event={event} />
      </Box>
      {treatment_id !== null && (
        <div>
          {'After '}
          <RowLink to={treatmentPath(patient_id, treatment_id)}>
            {treatment_type ?? 'a treatment'}
          </RowLink>
        </div>
      )}
      <Words title="What happened" text={details} />
      <Words title="Action taken" text={action} />
      {severity !== reported_severity && (
        <Typography variant="body2">{`Reported as ${severityWords[reported_severity].toLowerCase()}.`}</Typography>
      )}
      {follow_up_on && (
        <Typography variant="body2">{`Next follow-up ${formatDate(follow_up_on)}`}</Typography>
      )}
      <Typography
        variant="body2"
        color="textSecondary"
      >{`Reported by ${reported_by}, ${reported_role}, ${formatInstant(reported_at, zone)}`}</Typography>
      {entries.length > 0 && (
        <Box component="ul" aria-label={`Entries: ${name}`} sx={list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </Box>
      )}
      {onAct && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {may_acknowledge && (
            <Button
              variant="contained"
              onClick={() => onAct('acknowledge')}
              aria-label={`Acknowledge: ${name}`}
            >
              Acknowledge
            </Button>
          )}
          {mayWrite && (
            <Button
              variant="outlined"
              onClick={() => onAct('follow-up')}
              aria-label={`Add follow-up: ${name}`}
            >
              Add follow-up
            </Button>
          )}
          {mayWrite && (
            <Button onClick={() => onAct('correct')} aria-label={`Correct: ${name}`}>
              Correct
            </Button>
          )}
        </Stack>
      )}
    </Box>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Typography component="span" color="textSecondary">{`${title}: `}</Typography>
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    </div>
  );
}

function Entry({
  entry: { kind, status, severity, reason, text, follow_up_on, by, role, at },
  zone,
}: {
  entry: AdverseEventEntry;
  zone: string;
}) {
  const heading = {
    follow_up: `Follow-up: ${status ? statusWords[status] : ''}`,
    correction: `Correction: ${reason ?? ''}`,
    acknowledgement: 'Acknowledged',
  }[kind];
  return (
    <li>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{heading}</Typography>
      {text && (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
      )}
      {severity && (
        <Typography variant="body2">{`Severity: ${severityWords[severity]}`}</Typography>
      )}
      {follow_up_on && (
        <Typography variant="body2">{`Next follow-up ${formatDate(follow_up_on)}`}</Typography>
      )}
      <Typography
        variant="body2"
        color="textSecondary"
      >{`${by}, ${role}, ${formatInstant(at, zone)}`}</Typography>
    </li>
  );
}

const card = {
  display: 'grid',
  gap: 1,
  py: 2,
  borderTop: 1,
  borderColor: 'rule',
  '&:first-of-type': { borderTop: 0, pt: 0 },
} as const;
const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  pl: 2,
  borderLeft: 2,
  borderColor: 'rule',
  display: 'grid',
  gap: 1.5,
} as const;

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { PendingTreatment } from '@/api/generated';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { RowLink } from '@/components/RowLink';
import { rows } from '@/components/rows';
import { WaitingMarks } from '@/features/review';
import { formatInstant } from '@/lib/dates';
import { patientPath, reviewChartPath } from '@/lib/paths';

/** How many are listed at first. */
const drawn = 5;

interface Props {
  pending: readonly PendingTreatment[];
  timeZone: string;
}

/** What waits for a director's signature, each row with what its chart is complete in. */
export function PendingRows({ pending, timeZone }: Props) {
  const [shown, setShown] = useState(drawn);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box component="ul" sx={list}>
        {pending.slice(0, shown).map((treatment) => (
          <Waiting key={treatment.id} treatment={treatment} timeZone={timeZone} />
        ))}
      </Box>
      {pending.length > shown && (
        <Box sx={more}>
          <Typography
            variant="body2"
            color="textSecondary"
          >{`And ${pending.length - shown} more, newer ones.`}</Typography>
          <Button size="small" onClick={() => setShown(shown + 2 * drawn)}>
            Show more
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Waiting({ treatment, timeZone }: { treatment: PendingTreatment; timeZone: string }) {
  const { id, patient_id, patient_name, treatment_type, areas, created_at } = treatment;
  return (
    <li>
      <div className="who">
        <RowLink to={patientPath(patient_id)} strong>
          {patient_name}
        </RowLink>
        <p>
          <span>{areas ? `${treatment_type}, ${areas}` : treatment_type}</span>
          {' · '}
          <span>{whose(treatment)}</span>
        </p>
      </div>
      <div className="marks">
        <WaitingMarks
          treatment={id}
          otherwise={<p>{`Since ${formatInstant(created_at, timeZone)}`}</p>}
        />
      </div>
      <ButtonLink
        variant="outlined"
        size="small"
        to={reviewChartPath(id)}
        aria-label={`Review: ${patient_name}, ${treatment_type}`}
      >
        Review
      </ButtonLink>
    </li>
  );
}

function whose({ provider_name, is_own, may_approve, approval_refusal }: PendingTreatment) {
  const forAnother =
    approval_refusal === 'invited_by_provider'
      ? ', who invited you; another director approves it'
      : '; another director approves it';
  return `${is_own ? 'Your own treatment' : provider_name}${may_approve ? '' : forAnother}`;
}

const more = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  px: 2,
  borderTop: 1,
  borderColor: 'rule',
} as const;

/** By the panel's own width: where there is less room the marks stand below the name. */
const list = {
  ...rows,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  '& > li': {
    ...rows['& > li'],
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    py: 0.75,
  },
  '& .who': { minWidth: 0, overflowWrap: 'anywhere' },
  '& .marks': { gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& .marks > span': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    typography: 'body2',
    fontWeight: 600,
  },
  '& .marks > :last-child': { whiteSpace: 'nowrap' },
  '& .marks + a': { gridColumn: 2, gridRow: 1, minWidth: 'max-content' },
  '@container (min-width: 560px)': {
    gridTemplateColumns: 'minmax(220px, 1fr) auto auto auto',
    '& > li': { py: 0.25 },
    '& .marks': { display: 'contents' },
    '& .marks > p': { gridColumn: 'span 2', textAlign: 'right' },
    '& .marks + a': { gridColumn: 4 },
  },
} as const;

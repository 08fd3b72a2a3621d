import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';

import type { ReviewRow } from '@/api/generated';
import { ToneGlyph } from '@/components/ToneGlyph';
import { age, daysWaiting, whatAndWho } from '@/features/review/reviewWords';
import { ChartTicks } from '@/features/review/ChartTicks';
import type { Queue } from '@/features/review/useQueue';
import { useNow } from '@/features/review/useNow';
import { chosenInForcedColors } from '@/theme/forcedColors';

/** A chart that waits: whose, what, how long it may wait, and what it is complete in. */
export function QueueRow({ row, queue, open }: { row: ReviewRow; queue: Queue; open: boolean }) {
  const now = useNow();
  const { text, late } = age(row.due_at, now);
  const mayTick = queue.mayTick(row);
  const seen = queue.wasSeen(row);
  const ticked = queue.chosen.some(({ id }) => id === row.id);
  const tick = mayTick && (
    <Checkbox
      checked={ticked}
      disabled={!seen}
      onChange={() => queue.tick(row.id)}
      sx={{ p: '10px', alignSelf: 'flex-start' }}
      slotProps={{
        input: {
          'aria-label': seen
            ? `Approve with others: ${row.patient_name}, ${row.treatment_type}`
            : `Open the chart first: ${row.patient_name}, ${row.treatment_type}`,
        },
      }}
    />
  );
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        '--card-ground': 'var(--mui-palette-background-paper)',
        ...(open && opened),
      }}
    >
      <Box sx={{ width: 44, flex: 'none' }}>{tick}</Box>
      <ButtonBase
        onClick={() => queue.open(row.id)}
        aria-current={open ? 'true' : undefined}
        sx={body}
      >
        <Box component="span" sx={line}>
          <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {row.patient_name}
          </Typography>
          {row.state === 'Returned' ? (
            <Mark tone="careful" text="With the provider" />
          ) : (
            <Mark tone={late ? 'bad' : 'careful'} text={text} />
          )}
        </Box>
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
        >{`${whatAndWho(row)}, waits ${daysWaiting(row.created_at, now)}`}</Typography>
        <ChartTicks of={row} />
        {row.state === 'Resubmitted' && (
          <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
            Answered by the provider
          </Typography>
        )}
        {row.is_own && (
          <Typography component="span" variant="body2" color="textSecondary">
            {row.may_approve
              ? 'Your own treatment: nobody else may approve it.'
              : 'Your own treatment: another director approves it.'}
          </Typography>
        )}
      </ButtonBase>
    </Box>
  );
}

function Mark({ tone, text }: { tone: 'bad' | 'careful'; text: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        flex: 'none',
        typography: 'body2',
        fontWeight: 600,
        color: tone === 'bad' ? 'error.main' : 'warning.main',
      }}
    >
      <ToneGlyph of={tone} />
      {text}
    </Box>
  );
}

const opened = {
  bgcolor: 'primary.light',
  boxShadow: 'inset 3px 0 0 var(--mui-palette-primary-main)',
  '--card-ground': 'var(--mui-palette-primary-light)',
  ...chosenInForcedColors,
};
const body = {
  flex: 1,
  minWidth: 0,
  flexDirection: 'column',
  alignItems: 'stretch',
  textAlign: 'left',
  gap: 0.5,
  py: 1.25,
  pr: 1.5,
  minHeight: 44,
} as const;
const line = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: 1,
  flexWrap: 'wrap',
} as const;

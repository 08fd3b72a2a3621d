import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';

import { Button } from '@/components/Button';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PageSkeleton } from '@/components/PageSkeleton';
import { QueueRow } from '@/features/review/QueueRow';
import { countWords } from '@/features/review/reviewWords';
import type { Approval } from '@/features/review/useApproval';
import { mostAtOnce, type Queue, type ReviewPart } from '@/features/review/useQueue';

const labels: readonly (readonly [ReviewPart, string])[] = [
  ['all', 'All'],
  ['ready', 'Ready'],
  ['late', 'Late'],
  ['returned', 'Returned'],
];

interface Props {
  queue: Queue;
  /** The chart that is open beside it. */
  shown: number | null;
  approval: Approval;
}

/** The charts that wait, the longest waiting first. */
export function QueuePane({ queue, shown, approval }: Props) {
  const { query, rows, counts, part, show, chosen } = queue;
  const { isError } = query;
  return (
    <Paper component="section" variant="outlined" aria-label="Queue" sx={pane}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={part}
        aria-label="Which charts"
        sx={{ p: 1.5 }}
        onChange={(_, next: ReviewPart | null) => next && show(next)}
      >
        {labels.map(([value, label]) => (
          <ToggleButton key={value} value={value} sx={{ px: 0.5 }}>
            {counts ? `${label} ${countWords(counts[value])}` : label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <QueryFailure what="The charts could not be loaded." query={query} />
      {!rows && !isError && <PageSkeleton />}
      {rows?.length === 0 && (
        <Typography color="textSecondary" role="status" sx={{ px: 2, py: 1.5 }}>
          {empty[part]}
        </Typography>
      )}
      {rows && rows.length > 0 && (
        <Box component="ul" sx={list}>
          {rows.map((row) => (
            <QueueRow key={row.id} row={row} queue={queue} open={row.id === shown} />
          ))}
        </Box>
      )}
      <NextPageFailure what="More charts could not be loaded." query={query} />
      <NextPageButton query={query}>Show more charts</NextPageButton>
      <Box
        sx={{
          borderTop: 1,
          borderColor: 'divider',
          p: 1.5,
          position: 'sticky',
          bottom: 0,
          bgcolor: 'background.paper',
        }}
      >
        {chosen.length > mostAtOnce ? (
          <Typography
            variant="body2"
            color="error"
          >{`At most ${mostAtOnce} at once: ${chosen.length} are ticked.`}</Typography>
        ) : chosen.length > 0 ? (
          <Button
            variant="outlined"
            loading={approval.busy}
            style={{ width: '100%' }}
            onClick={() => approval.many(chosen)}
          >
            {chosen.length === 1
              ? 'Approve 1 complete chart'
              : `Approve ${chosen.length} complete charts`}
          </Button>
        ) : (
          <Typography variant="body2" color="textSecondary">
            Complete charts that you have opened can be ticked and approved together.
            <Box component="span" sx={keys}>
              {' Alt with the arrow down or up opens the next or the previous chart.'}
            </Box>
          </Typography>
        )}
      </Box>
    </Paper>
  );
}

const empty = {
  all: 'Nothing waits for you.',
  ready: 'No complete chart waits.',
  late: 'Nothing is late.',
  returned: 'Nothing waits for its provider.',
} satisfies Record<ReviewPart, string>;
const pane = {
  position: { md: 'sticky' },
  top: { md: 16 },
  maxHeight: { md: 'calc(100dvh - 32px)' },
  overflowY: { md: 'auto' },
} as const;
const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  borderTop: 1,
  borderColor: 'rule',
  '& > li + li': { borderTop: 1, borderColor: 'rule' },
} as const;
/** Where there is no keyboard it is left out. */
const keys = { '@media (hover: none)': { display: 'none' } } as const;

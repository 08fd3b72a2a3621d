import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import type { Estimate } from '@/api/generated';
import { LoadFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { useAside } from '@/features/estimates/useAside';

interface Props {
  patientId: number;
  /** The estimate on record; null while the first one is being written. */
  estimate: Estimate | null;
  /** Whether the form says something else than what is saved: that would not be issued. */
  edited: boolean;
  onCopy?: (estimate: Estimate) => void;
  children: ReactNode;
}

/** The sheet, and beside it when it is due and what is done with it. Where there is no room, the due date comes first and the rest below. */
export function TwoPanes({ patientId, estimate, edited, onCopy, children }: Props) {
  const { code: aside, failed, retry } = useAside();
  return (
    <Box sx={panes}>
      <Box sx={{ gridArea: 'due', displayPrint: 'none', '&:empty': { display: 'none' } }}>
        {aside && <aside.DueClock patientId={patientId} />}
      </Box>
      <Stack spacing={2} sx={{ gridArea: 'sheet', minWidth: 0 }}>
        {children}
      </Stack>
      <Box sx={ownScroll}>
        {!estimate && <BeforeSaving />}
        {estimate && aside && (
          <aside.EstimateAside estimate={estimate} edited={edited} onCopy={onCopy} />
        )}
        {estimate && !aside && !failed && (
          <PartSkeleton label="Loading the versions for the patient" height={320} />
        )}
        {failed && (
          <LoadFailure
            what="The versions for the patient could not be loaded."
            transient={false}
            onRetry={retry}
          />
        )}
      </Box>
    </Box>
  );
}

/** Nothing is given that is not on record. */
function BeforeSaving() {
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.75 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Give it
      </Typography>
      <Typography color="textSecondary">
        Once the estimate is saved, it is issued here: on paper, by a link, or by e-mail. A draft
        can always be saved.
      </Typography>
    </Paper>
  );
}

/** Stays in view beside a long sheet, and scrolls by itself where it is higher than the screen. On a low screen it scrolls with the page. */
const ownScroll = {
  gridArea: 'aside',
  displayPrint: 'none',
  minWidth: 0,
  mt: { xs: 2, md: 0 },
  borderRadius: 1,
  '@media (min-width: 900px) and (min-height: 700px)': {
    position: 'sticky',
    top: 16,
    maxHeight: 'calc(100dvh - 32px)',
    overflowY: 'auto',
  },
} as const;

const panes = {
  display: 'grid',
  alignItems: 'start',
  columnGap: 3,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    md: 'minmax(0, 1fr) clamp(280px, 28vw, 336px)',
    lg: 'minmax(0, 880px) 336px',
  },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { xs: '"due" "sheet" "aside"', md: '"sheet due" "sheet aside"' },
  '@media print': { display: 'block' },
} as const;

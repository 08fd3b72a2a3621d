import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

import { reviewApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { AwayNotes } from '@/features/review/AwayNotes';
import { ChartPane } from '@/features/review/ChartPane';
import { QueuePane } from '@/features/review/QueuePane';
import { countWords } from '@/features/review/reviewWords';
import { useApproval } from '@/features/review/useApproval';
import { useMoveKeys } from '@/features/review/useMoveKeys';
import { useQueue } from '@/features/review/useQueue';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ may }) => [
  may('treatment.approve') && reviewApi.endpoints.listReview.initiate({ part: 'all' }),
  may('treatment.approve') && reviewApi.endpoints.countReview.initiate(),
]);

/** The director's review room: the charts that wait, and one of them whole. */
export function Component() {
  const { may } = usePermissions();
  if (!may('treatment.approve')) {
    return (
      <>
        <PageHeader
          title="Review"
          actions={
            may('review.manage') && <ButtonLink to={paths.reviewSettings}>How we review</ButtonLink>
          }
        />
        <NoPermission what="the charts that wait for review" />
      </>
    );
  }
  return <Room />;
}

function Room() {
  const queue = useQueue();
  const approval = useApproval(queue);
  const beside = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  const { counts, rows } = queue;
  // Beside the list one chart is always open; on a phone the list comes first.
  const shown = queue.chart ?? (beside ? (rows?.[0]?.id ?? null) : null);
  useMoveKeys((step) => {
    const next = queue.beside(shown, step);
    if (next !== null) queue.open(next);
  });
  const waiting =
    counts &&
    `${countWords(counts.all)} waiting, ${countWords(counts.late)} over ${counts.chart_due_hours} hours`;
  return (
    <>
      <PageHeader
        title="Review"
        subtitle={waiting}
        actions={
          <>
            <ButtonLink to={paths.approvedCharts}>Approved charts</ButtonLink>
            <ButtonLink to={paths.reviewSettings}>How we review</ButtonLink>
          </>
        }
      />
      {counts && <AwayNotes counts={counts} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(308px, 340px) minmax(0, 1fr)' },
        }}
      >
        {(beside || shown === null) && (
          <QueuePane queue={queue} shown={shown} approval={approval} />
        )}
        {shown !== null && (
          <ChartPane
            key={shown}
            id={shown}
            queue={queue}
            approval={approval}
            onBack={beside ? undefined : () => queue.open(null)}
          />
        )}
      </Box>
      {approval.dialog}
    </>
  );
}

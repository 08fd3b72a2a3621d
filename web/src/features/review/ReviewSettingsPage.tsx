import Stack from '@mui/material/Stack';

import { reviewApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { AbsencesPanel } from '@/features/review/AbsencesPanel';
import { PunctualityPanel } from '@/features/review/PunctualityPanel';
import { SharesPanel } from '@/features/review/SharesPanel';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ may }) => [
  may('review.manage') && reviewApi.endpoints.showReviewSettings.initiate(),
  may('review.manage') && reviewApi.endpoints.listAbsences.initiate(),
]);

/** How the clinic reviews: hours and shares, who is away, and how punctual providers are. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader
        title="How we review"
        {...(may('treatment.approve') && {
          back: { to: paths.review, label: 'Back to the review' },
        })}
      />
      {may('review.manage') ? (
        <>
          <SharesPanel />
          <AbsencesPanel />
          <PunctualityPanel />
        </>
      ) : (
        <NoPermission what="the settings of the review" />
      )}
    </Stack>
  );
}

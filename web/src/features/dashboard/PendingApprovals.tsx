import { useListPendingTreatmentsQuery } from '@/api/generated';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyRow } from '@/components/EmptyRow';
import { lazyCode } from '@/components/lazyCode';
import { ListPanel } from '@/components/ListPanel';
import { LoadFailure, QueryFailure } from '@/components/LoadFailure';
import { RowsSkeleton } from '@/components/RowsSkeleton';
import { paths } from '@/lib/paths';
import { refreshInterval } from '@/lib/userActivity';

/** Its code is for directors alone, so it comes apart from the first page. */
const useRows = lazyCode(
  async () => (await import('@/features/dashboard/PendingRows')).PendingRows,
);
const failure = 'Pending treatments could not be loaded.';

/** The treatments that a director has not signed yet, the oldest first. */
export function PendingApprovals({ timeZone }: { timeZone: string }) {
  const query = useListPendingTreatmentsQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const { data: pending, error } = query;
  const { code: PendingRows, failed, retry } = useRows();
  const none = pending?.length === 0;
  return (
    <ListPanel
      title="Waiting for your approval"
      note={pending && !none && `${pending.length} pending`}
      actions={
        <ButtonLink variant="outlined" size="small" to={paths.review}>
          Open review
        </ButtonLink>
      }
    >
      <QueryFailure what={failure} query={query} />
      {pending && !none && failed && (
        <LoadFailure what={failure} transient={false} onRetry={retry} />
      )}
      {none && (
        <EmptyRow
          title="Nothing is waiting"
          hint="New treatments appear here until you have signed them."
        />
      )}
      {pending && !none && PendingRows && <PendingRows pending={pending} timeZone={timeZone} />}
      {!error && !failed && !none && !(pending && PendingRows) && (
        <RowsSkeleton count={3} thirdLineBelow={560} />
      )}
    </ListPanel>
  );
}

import { useListPendingTreatmentsQuery } from '@/api/generated';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyRow } from '@/components/EmptyRow';
import { ListPanel } from '@/components/ListPanel';
import { QueryFailure } from '@/components/LoadFailure';
import { RowsSkeleton } from '@/components/RowsSkeleton';
import { PendingRows } from '@/features/dashboard/PendingRows';
import { paths } from '@/lib/paths';
import { refreshInterval } from '@/lib/userActivity';

/** The treatments that a director has not signed yet, the oldest first. */
export function PendingApprovals({ timeZone }: { timeZone: string }) {
  const query = useListPendingTreatmentsQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const { data: pending, error } = query;
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
      <QueryFailure what="Pending treatments could not be loaded." query={query} />
      {none && (
        <EmptyRow
          title="Nothing is waiting"
          hint="New treatments appear here until you have signed them."
        />
      )}
      {pending && !none && <PendingRows pending={pending} timeZone={timeZone} />}
      {!error && !pending && <RowsSkeleton count={3} thirdLineBelow={560} />}
    </ListPanel>
  );
}

import { patientsApi, useListSuspectedPairsInfiniteQuery } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { PairPanel } from '@/features/duplicates/PairPanel';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ may }) => [
  may('patient.merge') && patientsApi.endpoints.listSuspectedPairs.initiate({}),
]);

/** The patients who may be one person: each pair is merged, or marked as two people. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader title="Possible duplicates" back={{ to: paths.patients, label: 'Clients' }} />
      {may('patient.merge') ? <Pairs /> : <NoPermission what="the list of possible duplicates" />}
    </Stack>
  );
}

function Pairs() {
  const query = useListSuspectedPairsInfiniteQuery({});
  const { data, isError } = query;
  const pairs = rowsOf(data);
  const failure = (
    <QueryFailure what="The possible duplicates could not be loaded." query={query} />
  );
  if (!pairs) return isError ? failure : <PageSkeleton />;
  return (
    <>
      {failure}
      {pairs.length > 0 ? (
        <Typography color="textSecondary">
          Compare each pair. If both records are about one person, merge them; if they are about two
          people, say so, and the pair leaves the list.
        </Typography>
      ) : (
        <EmptyState
          title="No possible duplicates"
          hint="Patients who share a name, birth date, phone or email appear here."
        />
      )}
      {pairs.map((pair) => (
        <PairPanel key={`${pair.first.id} ${pair.second.id}`} pair={pair} />
      ))}
      <NextPageFailure what="More pairs could not be loaded." query={query} />
      <NextPageButton query={query} variant="outlined">
        Show more
      </NextPageButton>
    </>
  );
}

import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  reviewApi,
  teamApi,
  useListSettledChartsInfiniteQuery,
  useListTeamQuery,
  type Role,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { DayInput } from '@/components/DayInput';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { SettledTable } from '@/features/review/SettledTable';
import {
  readSettledFilter,
  useSettledFilter,
  type SettledFilter,
} from '@/features/review/useSettledFilter';
import { paths } from '@/lib/paths';

export const loader = prefetchLoader(({ may, search }) => [
  may('treatment.approve') &&
    reviewApi.endpoints.listSettledCharts.initiate(readSettledFilter(search), {
      forceRefetch: maxAgeSeconds,
    }),
  may('treatment.approve') && teamApi.endpoints.listTeam.initiate(),
]);

/** The charts that wait for nobody: what directors have approved, and what the clinic's share leaves out. */
export function Component() {
  const { may } = usePermissions();
  const { filter, choose, clear } = useSettledFilter();
  const wrongDays = Boolean(filter.from && filter.to && filter.to < filter.from);
  if (!may('treatment.approve'))
    return (
      <>
        <PageHeader title="Approved charts" />
        <NoPermission what="the charts that were reviewed" />
      </>
    );
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Approved charts"
        subtitle="With the charts that your share leaves out of the review"
        back={{ to: paths.review, label: 'Back to the review' }}
      />
      <Filters filter={filter} choose={choose} wrongDays={wrongDays} />
      {!wrongDays && <Charts filter={filter} clear={clear} />}
    </Stack>
  );
}

/** Who records treatments. */
const treating: readonly Role[] = ['Provider', 'Medical Director', 'Nurse'];

const states = [
  { value: 'approved', label: 'Approved' },
  { value: 'not_selected', label: 'Not selected' },
];

function Filters({
  filter,
  choose,
  wrongDays,
}: Pick<ReturnType<typeof useSettledFilter>, 'filter' | 'choose'> & { wrongDays: boolean }) {
  // Without the names the list is still filtered by state and day.
  const { data: team = [] } = useListTeamQuery();
  const named = (roles: readonly Role[]) =>
    team
      .filter(({ role }) => roles.includes(role))
      .map(({ id, first_name, last_name }) => ({
        value: String(id),
        label: `${first_name} ${last_name}`,
      }));
  return (
    <Box
      role="search"
      aria-label="Filter the charts"
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(5, minmax(0, 1fr))' },
      }}
    >
      <SelectInput
        label="State"
        placeholder="Both"
        options={states}
        value={filter.state ?? ''}
        onChange={(value) => choose('state', value)}
      />
      <SelectInput
        label="Recorded by"
        placeholder="Everybody"
        options={named(treating)}
        value={String(filter.providerId ?? '')}
        onChange={(value) => choose('provider_id', value)}
      />
      <SelectInput
        label="Approved by"
        placeholder="Every director"
        options={named(['Medical Director'])}
        value={String(filter.approvedBy ?? '')}
        onChange={(value) => choose('approved_by', value)}
      />
      <DayInput
        label="Recorded from"
        value={filter.from ?? ''}
        onChange={(day) => choose('from', day)}
      />
      <DayInput
        label="Recorded to"
        value={filter.to ?? ''}
        onChange={(day) => choose('to', day)}
        error={wrongDays ? 'This is before the first day' : undefined}
      />
    </Box>
  );
}

function Charts({ filter, clear }: { filter: SettledFilter; clear: () => void }) {
  const zone = useTimeZone();
  const query = useListSettledChartsInfiniteQuery(filter, {
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData, isError } = query;
  const charts = rowsOf(currentData);
  const failure = <QueryFailure what="The approved charts could not be loaded." query={query} />;
  if (!charts) return isError ? failure : <PageSkeleton />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {failure}
      {charts.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No chart like this' : 'No chart is approved yet'}
          action={
            isFiltered && (
              <Button variant="outlined" onClick={clear}>
                Show all
              </Button>
            )
          }
        />
      )}
      {charts.length > 0 && <SettledTable charts={charts} zone={zone} />}
      <NextPageFailure what="The earlier charts could not be loaded." query={query} />
      <NextPageButton query={query}>Show earlier charts</NextPageButton>
    </>
  );
}

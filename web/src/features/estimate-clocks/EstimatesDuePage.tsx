import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  estimateClocksApi,
  useListEstimateClocksInfiniteQuery,
  type EstimateClock,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { ClockTable } from '@/features/estimate-clocks/ClockTable';
import { causeWords, choices } from '@/features/estimate-clocks/clockWords';
import { CoverageToAsk } from '@/features/estimate-clocks/CoverageToAsk';
import { MailedMembers } from '@/features/estimate-clocks/MailedMembers';
import {
  readClockFilter,
  useClockFilter,
  type ClockFilter,
} from '@/features/estimate-clocks/useClockFilter';

const CloseClockDialog = lazyDialog(
  async () => (await import('@/features/estimate-clocks/CloseClockDialog')).CloseClockDialog,
);

export const loader = prefetchLoader(({ may, search }) => [
  may('estimate.read') &&
    estimateClocksApi.endpoints.listEstimateClocks.initiate(readClockFilter(search), {
      forceRefetch: maxAgeSeconds,
    }),
]);

/** The estimates that are owed, and were, with their age and cause. */
export function Component() {
  const { may } = usePermissions();
  const { filter, choose, clear } = useClockFilter();
  const allowed = may('estimate.read');
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Estimates due"
        actions={
          may('list.export') && (
            <ExportButton
              list={{ url: '/api/estimate-clocks/export', params: { ...filter } }}
              name="estimates-due"
              failure="The list could not be exported."
            />
          )
        }
      />
      {!allowed && <NoPermission what="estimates" />}
      {allowed && (
        <Box
          role="search"
          aria-label="Filter the estimates due"
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 320px))' },
          }}
        >
          <SelectInput
            label="State"
            placeholder="Due"
            options={[{ value: 'true', label: 'Closed' }]}
            value={filter.closed ? 'true' : ''}
            onChange={(value) => choose('closed', value)}
          />
          <SelectInput
            label="Cause"
            placeholder="Every cause"
            options={choices(causeWords)}
            value={filter.cause ?? ''}
            onChange={(value) => choose('cause', value)}
          />
        </Box>
      )}
      {allowed && <Clocks filter={filter} clear={clear} />}
      {allowed && <CoverageToAsk />}
      {may('clinic.settings.write') && <MailedMembers />}
    </Stack>
  );
}

function Clocks({ filter, clear }: { filter: ClockFilter; clear: () => void }) {
  const zone = useTimeZone();
  const { mayLimited } = usePermissions();
  const query = useListEstimateClocksInfiniteQuery(filter, {
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData, isError } = query;
  const [closing, setClosing] = useState<EstimateClock>();
  const clocks = rowsOf(currentData);
  const failure = <QueryFailure what="The estimates due could not be loaded." query={query} />;
  if (!clocks) return isError ? failure : <PageSkeleton />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {failure}
      {clocks.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No estimate like this' : 'No estimate is due'}
          action={
            isFiltered && (
              <Button variant="outlined" onClick={clear}>
                Show all that are due
              </Button>
            )
          }
        />
      )}
      {clocks.length > 0 && (
        <ClockTable
          clocks={clocks}
          zone={zone}
          onClose={mayLimited('estimate.write') ? setClosing : undefined}
        />
      )}
      <NextPageFailure what="The other estimates could not be loaded." query={query} />
      <NextPageButton query={query}>Show more estimates</NextPageButton>
      {closing && <CloseClockDialog clock={closing} onClose={() => setClosing(undefined)} />}
    </>
  );
}

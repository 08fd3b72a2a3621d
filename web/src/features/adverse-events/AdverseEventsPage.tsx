import { adverseEventsApi, useListAdverseEventsInfiniteQuery } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { DayInput } from '@/components/DayInput';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { EventTable } from '@/features/adverse-events/EventTable';
import { choices, severityWords } from '@/features/adverse-events/eventWords';
import {
  readEventFilter,
  useEventFilter,
  type AdverseEventFilter,
} from '@/features/adverse-events/useEventFilter';

export const loader = prefetchLoader(({ may, search }) => [
  may('adverse_event.list') &&
    adverseEventsApi.endpoints.listAdverseEvents.initiate(readEventFilter(search), {
      forceRefetch: maxAgeSeconds,
    }),
]);

/** The adverse events of the clinic, for directors and those who manage the practice. */
export function Component() {
  const { may } = usePermissions();
  const { filter, choose, clear } = useEventFilter();
  const wrongDays = Boolean(filter.from && filter.to && filter.to < filter.from);
  const allowed = may('adverse_event.list');
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Adverse events"
        actions={
          allowed &&
          !wrongDays && (
            <ExportButton
              list={{ url: '/api/adverse-events/export', params: { ...filter } }}
              name="adverse-events"
              failure="The list could not be exported."
            />
          )
        }
      />
      {!allowed && <NoPermission what="the list of adverse events" />}
      {allowed && (
        <Box
          role="search"
          aria-label="Filter the adverse events"
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' },
          }}
        >
          <SelectInput
            label="State"
            placeholder="All"
            options={[{ value: 'true', label: 'Open and resolving' }]}
            value={filter.open ? 'true' : ''}
            onChange={(value) => choose('open', value)}
          />
          <SelectInput
            label="Severity"
            placeholder="Every severity"
            options={choices(severityWords)}
            value={filter.severity ?? ''}
            onChange={(value) => choose('severity', value)}
          />
          <DayInput
            label="Began from"
            value={filter.from ?? ''}
            onChange={(day) => choose('from', day)}
          />
          <DayInput
            label="Began to"
            value={filter.to ?? ''}
            onChange={(day) => choose('to', day)}
            error={wrongDays ? 'This is before the first day' : undefined}
          />
        </Box>
      )}
      {allowed && !wrongDays && <Events filter={filter} clear={clear} />}
    </Stack>
  );
}

function Events({ filter, clear }: { filter: AdverseEventFilter; clear: () => void }) {
  const zone = useTimeZone();
  const query = useListAdverseEventsInfiniteQuery(filter, {
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData, isError } = query;
  const events = rowsOf(currentData);
  const failure = <QueryFailure what="The adverse events could not be loaded." query={query} />;
  if (!events) return isError ? failure : <PageSkeleton />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      {failure}
      {events.length === 0 && (
        <EmptyState
          title={isFiltered ? 'No adverse event like this' : 'No adverse events reported'}
          action={
            isFiltered && (
              <Button variant="outlined" onClick={clear}>
                Show all
              </Button>
            )
          }
        />
      )}
      {events.length > 0 && <EventTable events={events} zone={zone} />}
      <NextPageFailure what="The earlier adverse events could not be loaded." query={query} />
      <NextPageButton query={query}>Show earlier events</NextPageButton>
    </>
  );
}

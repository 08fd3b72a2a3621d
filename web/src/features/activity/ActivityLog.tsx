import { useListActivityInfiniteQuery } from '@/api/generated';
import { pageSize, rowsOf } from '@/api/listPages';
import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { EntryTable } from '@/features/activity/EntryTable';
import { FilterBar } from '@/features/activity/FilterBar';
import { UndeliveredMails } from '@/features/activity/UndeliveredMails';
import { useActivityFilter, type ActivityFilter } from '@/features/activity/useActivityFilter';
import { patientPath, paths } from '@/lib/paths';

/** The filters, the entries and the export. */
export function ActivityLog() {
  const { filter, choose, clear } = useActivityFilter();
  const wrongDays = Boolean(filter.from && filter.to && filter.to < filter.from);
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Activity log"
        subtitle="Who did what, and whose data it was. Looking at this log is an entry as well."
        {...(filter.patientId !== undefined && {
          back: { to: patientPath(filter.patientId), label: 'Back to the record' },
        })}
        actions={
          <>
            <ButtonLink to={paths.emergencyAccess}>Emergency access</ButtonLink>
            <ButtonLink to={paths.verifyDocument}>Verify a document</ButtonLink>
            {!wrongDays && (
              <ExportButton
                list={{ url: '/api/audit/export', params: { ...filter } }}
                name="activity"
                failure="The log could not be exported."
              />
            )}
          </>
        }
      />
      <UndeliveredMails />
      <FilterBar filter={filter} wrongDays={wrongDays} choose={choose} clear={clear} />
      {!wrongDays && <Entries filter={filter} choose={choose} clear={clear} />}
    </Stack>
  );
}

type Moves = Pick<ReturnType<typeof useActivityFilter>, 'choose' | 'clear'>;

function Entries({ filter, choose, clear }: { filter: ActivityFilter } & Moves) {
  const query = useListActivityInfiniteQuery(
    { ...filter, limit: pageSize },
    {
      refetchOnMountOrArgChange: maxAgeSeconds,
      refetchOnFocus: false,
    },
  );
  const { currentData, isError } = query;
  const entries = rowsOf(currentData);
  const failure = <QueryFailure what="The activity log could not be loaded." query={query} />;
  if (!entries) return isError ? failure : <PageSkeleton />;
  if (entries.length === 0) {
    const isFiltered = Object.keys(filter).length > 0;
    return (
      <>
        {failure}
        <EmptyState
          title={isFiltered ? 'Nothing like this was done' : 'Nothing yet'}
          action={
            isFiltered && (
              <Button variant="outlined" onClick={clear}>
                Show everything
              </Button>
            )
          }
        />
      </>
    );
  }
  return (
    <>
      {failure}
      <EntryTable entries={entries} choose={choose} />
      <NextPageFailure what="Earlier entries could not be loaded." query={query} />
      <NextPageButton query={query} variant="outlined" sx={{ alignSelf: 'center' }}>
        Show earlier entries
      </NextPageButton>
    </>
  );
}

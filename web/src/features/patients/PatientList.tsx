import { useListPatientsInfiniteQuery } from '@/api/generated';
import { pageSize, rowsOf } from '@/api/listPages';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { PageSkeleton } from '@/components/PageSkeleton';
import { countLine, readCount } from '@/features/patients/countLine';
import { PatientTable } from '@/features/patients/PatientTable';

/** What is asked for in the list of patients. */
export const listedPatients = (search: string, archived: boolean) => ({
  limit: pageSize,
  ...(search && { search }),
  ...(archived && { archived }),
});

/** The patients that match, fifty at a time. */
export function PatientList({ search, archived }: { search: string; archived: boolean }) {
  const query = useListPatientsInfiniteQuery(listedPatients(search, archived));
  const { data, currentData, error, isError, isFetching } = query;
  const patients = rowsOf(data);
  // The former answer stays, dimmed, until the new one is loaded: a list must not flicker with each letter.
  const stale = isFetching && !currentData;

  const failure = <QueryFailure what="Patients could not be loaded." query={query} />;
  if (isError && !currentData) {
    const forbidden = error && 'status' in error && error.status === 403;
    return forbidden ? <NoPermission what="the list of patients" /> : failure;
  }
  if (!patients) return <PageSkeleton />;
  return (
    <Stack spacing={2} aria-busy={stale}>
      {failure}
      {patients.length > 0 ? (
        <PatientTable patients={patients} />
      ) : (
        <EmptyState
          title={search ? 'No patients found' : 'No patients yet'}
          hint={search ? 'Check the spelling, or search by a part of the name.' : undefined}
        />
      )}
      <NextPageFailure what="More patients could not be loaded." query={query} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: 44,
        }}
      >
        <Typography variant="body2" color="textSecondary" role="status">
          {countLine(
            patients.length,
            readCount(data?.pages[0]?.headers['X-Total-Count']),
            search !== '',
          )}
        </Typography>
        <NextPageButton query={query} variant="outlined">
          Show more
        </NextPageButton>
      </Box>
    </Stack>
  );
}

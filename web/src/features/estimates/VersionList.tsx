import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListEstimateVersionPagesInfiniteQuery } from '@/api/estimateVersionPages';
import type { Estimate, EstimateVersion } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { fieldLabel } from '@/features/estimates/estimateFields';
import { formatInstant } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { estimateVersionPath } from '@/lib/paths';

const VersionComparison = lazyDialog(async () => (await import('@/features/estimates/VersionComparison')).VersionComparison);

/** The versions, the newest first, each to be read and to be compared with the one before. */
export function VersionList({ estimate: { id, patient_id, version } }: { estimate: Estimate }) {
  const query = useListEstimateVersionPagesInfiniteQuery(id, { refetchOnMountOrArgChange: true });
  const { currentData, isError, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const versions = currentData?.pages.flatMap(({ rows }) => rows);
  const zone = useTimeZone();
  /** The later of the two versions that are compared. */
  const [compared, compare] = useState<EstimateVersion>();
  const failure = <QueryFailure what="The versions could not be loaded." of={query} />;
  if (!versions) return isError ? failure : <Skeleton variant="rounded" height={56} aria-label="Loading the versions" />;
  return (
    <>
      {failure}
      <Box component="ol" role="list" aria-label="Versions" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', rowGap: 2 }}>
        {versions.map((one) => (
          <Box component="li" key={one.version} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 2 }}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{`Version ${one.version}${one.version === version ? ' (current)' : ''}: ${formatMoney(one.grand_total)}, ${signatures(one)}`}</Typography>
              <Typography variant="body2" color="textSecondary">{[formatInstant(one.written_at, zone), one.written_by && `by ${one.written_by}`].filter(Boolean).join(', ')}</Typography>
              {one.changed.length > 0 && <Typography variant="body2">{`Changed: ${one.changed.map(fieldLabel).join(', ')}`}</Typography>}
            </Box>
            <Box sx={{ display: 'flex', flexShrink: 0, flexDirection: { xs: 'column', sm: 'row' }, gap: 1 }}>
              {one.version > 1 && (
                <Button variant="outlined" aria-label={`Compare version ${one.version} with the one before`} onClick={() => compare(one)}>Compare</Button>
              )}
              {one.version !== version && (
                <ButtonLink to={estimateVersionPath(patient_id, id, one.version)} variant="outlined" aria-label={`Read version ${one.version}`}>Read</ButtonLink>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      <NextPageFailure what="The older versions could not be loaded." of={query} />
      {hasNextPage && !isFetchNextPageError && (
        <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage} style={{ marginTop: 16 }}>Show older versions</Button>
      )}
      {compared && <VersionComparison estimateId={id} former={compared.version - 1} later={compared.version} onClose={() => compare(undefined)} />}
    </>
  );
}

function signatures({ pt_is_signed, prov_is_signed }: EstimateVersion): string {
  if (pt_is_signed && prov_is_signed) return 'signed by patient and provider';
  if (pt_is_signed) return 'signed by the patient';
  return prov_is_signed ? 'signed by the provider' : 'not signed';
}

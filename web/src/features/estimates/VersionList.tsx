import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useListEstimateCopiesQuery,
  useListEstimateVersionsInfiniteQuery,
  type Estimate,
  type EstimateVersion,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { fieldLabel } from '@/features/estimates/estimateFields';
import { formatInstant } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { estimateVersionPath } from '@/lib/paths';

const VersionComparison = lazyDialog(
  async () => (await import('@/features/estimates/VersionComparison')).VersionComparison,
);

/** The versions, the newest first, each to be read and to be compared with the one before. */
export function VersionList({ estimate: { id, patient_id, version } }: { estimate: Estimate }) {
  const query = useListEstimateVersionsInfiniteQuery({ id }, { refetchOnMountOrArgChange: true });
  const { currentData, isError } = query;
  const { may } = usePermissions();
  const copies = useListEstimateCopiesQuery(id, {
    skip: !may('estimate.copy.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const hasCopy = (number: number) => copies.currentData?.some((copy) => copy.version === number);
  const versions = rowsOf(currentData);
  const zone = useTimeZone();
  /** The two versions that are compared, by their numbers. */
  const [compared, setCompared] = useState<{ former: number; later: number }>();
  const failure = <QueryFailure what="The versions could not be loaded." query={query} />;
  if (!versions)
    return isError ? failure : <PartSkeleton label="Loading the versions" height={56} />;
  return (
    <>
      {failure}
      <QueryFailure what="The signed copies could not be loaded." query={copies} />
      {copies.currentData?.length === 0 && versions.some(wasJustSigned) && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          A signed copy is made within minutes of signing.
        </Typography>
      )}
      <Box
        component="ol"
        role="list"
        aria-label="Versions"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', rowGap: 2 }}
      >
        {versions.map((one) => (
          <Box
            component="li"
            key={one.version}
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              alignItems: 'flex-start',
              gap: 2,
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography
                sx={{ fontWeight: 600 }}
              >{`Version ${one.version}${one.version === version ? ' (current)' : ''}: ${formatMoney(one.grand_total)}, ${signatures(one)}`}</Typography>
              <Typography variant="body2" color="textSecondary">
                {[formatInstant(one.written_at, zone), one.written_by && `by ${one.written_by}`]
                  .filter(Boolean)
                  .join(', ')}
              </Typography>
              {one.changed.length > 0 && (
                <Typography variant="body2">{`Changed: ${one.changed.map(fieldLabel).join(', ')}`}</Typography>
              )}
            </Box>
            <Box
              sx={{
                display: 'flex',
                flexShrink: 0,
                flexDirection: { xs: 'column', sm: 'row' },
                gap: 1,
              }}
            >
              {hasCopy(one.version) && (
                <ButtonAnchor
                  variant="outlined"
                  href={`/api/gfe-estimate/${id}/copies/${one.version}/file`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Signed copy of version ${one.version}`}
                >
                  Signed copy
                </ButtonAnchor>
              )}
              {one.version > 1 && (
                <Button
                  variant="outlined"
                  aria-label={`Compare version ${one.version} with the one before`}
                  onClick={() => setCompared({ former: one.version - 1, later: one.version })}
                >
                  Compare
                </Button>
              )}
              {one.version !== version && (
                <ButtonLink
                  to={estimateVersionPath(patient_id, id, one.version)}
                  variant="outlined"
                  aria-label={`Read version ${one.version}`}
                >
                  Read
                </ButtonLink>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      <NextPageFailure what="The older versions could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ mt: 2 }}>
        Show older versions
      </NextPageButton>
      {versions.length > 2 && (
        <CompareForm
          versions={versions}
          onCompare={(former, later) => setCompared({ former, later })}
        />
      )}
      {compared && (
        <VersionComparison
          estimateId={id}
          former={compared.former}
          later={compared.later}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

/** Chooses any two versions; they are compared from the earlier to the later one. */
function CompareForm({
  versions,
  onCompare,
}: {
  versions: readonly EstimateVersion[];
  onCompare: (former: number, later: number) => void;
}) {
  const numbers = versions.map(({ version }) => version);
  const [one, setOne] = useState(Math.min(...numbers));
  const [other, setOther] = useState(Math.max(...numbers));
  const options = numbers.map((number) => ({ value: String(number), label: `Version ${number}` }));
  return (
    <Box
      role="group"
      aria-label="Compare any two versions"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'flex-start',
        gap: 2,
        mt: 3,
        '& > *': { flex: '0 1 200px' },
      }}
    >
      <SelectInput
        label="Compare"
        options={options}
        value={String(one)}
        onChange={(value) => setOne(Number(value))}
      />
      <SelectInput
        label="with"
        options={options}
        value={String(other)}
        onChange={(value) => setOther(Number(value))}
      />
      <Button
        variant="outlined"
        disabled={one === other}
        onClick={() => onCompare(Math.min(one, other), Math.max(one, other))}
        aria-label="Compare the two versions"
        style={{ minHeight: 48 }}
      >
        Compare these
      </Button>
    </Box>
  );
}

/** No copy is made any more of what was signed long ago. */
const wasJustSigned = ({ pt_is_signed, prov_is_signed, written_at }: EstimateVersion) =>
  (pt_is_signed || prov_is_signed) && Date.now() - Date.parse(written_at) < day;
const day = 24 * 60 * 60 * 1000;

function signatures({ pt_is_signed, prov_is_signed }: EstimateVersion): string {
  if (pt_is_signed && prov_is_signed) return 'signed by patient and provider';
  if (pt_is_signed) return 'signed by the patient';
  return prov_is_signed ? 'signed by the provider' : 'not signed';
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useShowChargeWatchQuery,
  type WatchedEstimate,
  type WatchedProvider,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { useChargedVisit } from '@/features/charges/useChargedVisit';
import { levelWords } from '@/features/charges/WatchLines';
import { formatInstantDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

/** From so many dollars above the estimate on, the patient may dispute the bill. */
const disputable = 400;

interface Props {
  patientId: number;
  /** The estimate that this stands beside. */
  estimateId: number;
}

/** What was charged for the latest charged visit against the estimate that covers it, a bar for each provider. */
export function ChargesAgainst({ patientId, estimateId }: Props) {
  const zone = useTimeZone();
  const { query, visit, isNone } = useChargedVisit(patientId);
  const watched = useShowChargeWatchQuery(visit?.appointment_id ?? 0, {
    skip: !visit,
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const watch = visit && watched.currentData;
  const isFailed = query.isError || watched.isError;
  return (
    <>
      <QueryFailure what="The charges could not be loaded." query={query} />
      <NextPageFailure what="The earlier charges could not be loaded." query={query} />
      <QueryFailure what="The charges of this visit could not be loaded." query={watched} />
      {isNone && <Typography color="textSecondary">No visit is charged yet.</Typography>}
      {!isNone && !watch && !isFailed && <PartSkeleton label="Loading the charges" height={48} />}
      {watch && (
        <>
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Visit of ${formatInstantDate(visit.starts_at, zone)}. ${comparedWith(watch.estimate, estimateId, zone)}`}</Typography>
          <Box
            component="ul"
            aria-label="Charges against the estimate"
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {watch.providers.map((one) => (
              <Bar key={one.provider} of={one} />
            ))}
          </Box>
        </>
      )}
    </>
  );
}

/** A patient may have several estimates: the charges stand beside the newest that covers the visit, whichever is shown. */
function comparedWith(estimate: WatchedEstimate | null, shownId: number, zone: string): string {
  if (!estimate) return 'No issued estimate covers this visit.';
  const { estimate_id, version, issued_at } = estimate;
  return estimate_id === shownId
    ? `Estimate version ${version}.`
    : `The newest issued estimate that covers this visit is another one: version ${version}, issued ${formatInstantDate(issued_at, zone)}.`;
}

function Bar({ of }: { of: WatchedProvider }) {
  const { provider, expected, charged, level } = of;
  const limit = expected === null ? undefined : expected + disputable;
  const share = (amount: number) =>
    `${Math.min(100, limit === undefined ? 0 : (100 * amount) / limit)}%`;
  return (
    <Box component="li" sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <span>{provider}</span>
        <b>{formatMoney(charged)}</b>
      </Box>
      {expected !== null && (
        <Box aria-hidden sx={track}>
          <Box sx={{ ...filled, width: share(charged), bgcolor: colours[level] }} />
          <Box sx={{ ...mark, left: share(expected) }} />
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: '0 12px',
          typography: 'body2',
        }}
      >
        <Box
          component="span"
          sx={{ fontWeight: 600, color: level === 'quiet' ? 'text.secondary' : colours[level] }}
        >
          {levelWords(of)}
        </Box>
        {limit !== undefined && (
          <Box
            component="span"
            sx={{ color: 'text.secondary' }}
          >{`Disputable from ${formatMoney(limit)}`}</Box>
        )}
      </Box>
    </Box>
  );
}

const colours = { quiet: 'primary.main', near: 'warning.main', excess: 'error.main' } as const;
const track = {
  position: 'relative',
  height: 8,
  borderRadius: 1,
  bgcolor: 'rule',
  my: 0.75,
} as const;
const filled = { position: 'absolute', inset: '0 auto 0 0', minWidth: 2, borderRadius: 1 } as const;
/** Where the estimate ends. */
const mark = {
  position: 'absolute',
  top: -3,
  bottom: -3,
  width: 2,
  bgcolor: 'text.primary',
} as const;

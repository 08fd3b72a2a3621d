import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo, useId, useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useShowTimelineInfiniteQuery,
  type TimelineEntry,
  type TimelineKind,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { EmptyState } from '@/components/EmptyState';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { KindFilter } from '@/features/record/KindFilter';
import { TimelineRow } from '@/features/record/TimelineRow';

/** Everything that was recorded about the patient in one list, the newest first. */
export const TimelinePanel = memo(function TimelinePanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const [chosen, setChosen] = useState<readonly TimelineKind[]>([]);
  if (!may('record.read'))
    return (
      <Panel title="Timeline">
        <NoPermission what="the timeline of a record" />
      </Panel>
    );
  return (
    <Panel title="Timeline" anchor="timeline">
      <KindFilter chosen={chosen} onChange={setChosen} />
      <Timeline patientId={patientId} kinds={chosen} />
    </Panel>
  );
});

function Timeline({ patientId, kinds }: { patientId: number; kinds: readonly TimelineKind[] }) {
  const query = useShowTimelineInfiniteQuery(
    { id: patientId, ...(kinds.length > 0 && { kinds: kinds.join(',') }) },
    { refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { data, currentData, isError, isFetching } = query;
  // The former list stays, dimmed, until that of the chosen kinds is there.
  const stale = isFetching && !currentData;
  const entries = rowsOf(isError ? currentData : data);
  const failure = <QueryFailure what="The timeline could not be loaded." query={query} />;
  if (!entries)
    return isError ? failure : <PartSkeleton label="Loading the timeline" height={160} />;
  // As of the answer, from which the states are. One that is cancelled lies ahead all the same.
  const asOf = query.fulfilledTimeStamp ?? 0;
  // A message that waits will be sent at its time.
  const isToCome = ({ kind, state, at }: TimelineEntry) =>
    (kind === 'appointment' || (kind === 'message' && state === 'Waiting')) &&
    new Date(at).getTime() > asOf;
  // The next one first.
  const toCome = entries.filter(isToCome).toReversed();
  return (
    <div aria-busy={stale}>
      {failure}
      {entries.length === 0 && (
        <EmptyState
          title={
            kinds.length === 0
              ? 'Nothing was recorded yet'
              : kinds.length === 1
                ? 'Nothing of this kind yet'
                : 'Nothing of these kinds yet'
          }
        />
      )}
      <Entries title="To come" entries={toCome} patientId={patientId} />
      <Entries
        title={toCome.length > 0 ? 'So far' : undefined}
        entries={entries.filter((entry) => !isToCome(entry))}
        patientId={patientId}
      />
      <NextPageFailure what="The older entries could not be loaded." query={query} />
      <NextPageButton query={query} variant="outlined" sx={{ mt: 2 }}>
        Show more entries
      </NextPageButton>
    </div>
  );
}

function Entries({
  title,
  entries,
  patientId,
}: {
  title: string | undefined;
  entries: readonly TimelineEntry[];
  patientId: number;
}) {
  const id = useId();
  const zone = useTimeZone();
  if (entries.length === 0) return null;
  return (
    <>
      {title && (
        <Typography id={id} variant="h3" sx={{ mt: 2, mb: 0.5 }}>
          {title}
        </Typography>
      )}
      <Box
        component="ul"
        role="list"
        {...(title ? { 'aria-labelledby': id } : { 'aria-label': 'Timeline' })}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {entries.map((entry) => (
          <TimelineRow
            key={`${entry.kind} ${entry.id} ${entry.at}`}
            entry={entry}
            patientId={patientId}
            zone={zone}
          />
        ))}
      </Box>
    </>
  );
}

import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';

import { useShowAttentionQuery } from '@/api/generated';
import { EmptyRow } from '@/components/EmptyRow';
import { lazyDialog } from '@/components/lazyDialog';
import { ListPanel } from '@/components/ListPanel';
import { QueryFailure } from '@/components/LoadFailure';
import { RowsSkeleton } from '@/components/RowsSkeleton';
import { useVisitsToday } from '@/features/appointments';
import { formsMissing, waitingGroups } from '@/features/dashboard/attention';
import { AttentionGroup, type DoneVisit } from '@/features/dashboard/AttentionGroup';
import { useFocusInRows } from '@/features/dashboard/useFocusInRows';
import { today as todayIn } from '@/lib/dates';
import { refreshInterval } from '@/lib/userActivity';

const NoChartDialog = lazyDialog(
  async () => (await import('@/features/dashboard/NoChartDialog')).NoChartDialog,
);

/** What waits for somebody, by what it is; each row leads to where it is done. A group with nothing is not drawn. */
export function AttentionPanel({ timeZone }: { timeZone: string }) {
  const query = useShowAttentionQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const { data: attention } = query;
  const { visits, now } = useVisitsToday(timeZone);
  // Here and not in its group: the group goes when somebody else finishes its last chart, and what is typed must not go with it.
  const [visit, setVisit] = useState<DoneVisit>();
  const focusKept = useFocusInRows(visit !== undefined);
  const groups = useMemo(() => {
    if (!attention) return undefined;
    const forms = formsMissing(visits ?? [], timeZone);
    return [
      ...(forms.rows.length > 0 ? [forms] : []),
      ...waitingGroups(attention, timeZone, todayIn(timeZone, new Date(now))),
    ];
  }, [attention, visits, timeZone, now]);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <ListPanel title="Needs attention" note={count || undefined}>
      <QueryFailure what="The list of what needs attention could not be loaded." query={query} />
      {!groups && !query.isError && <RowsSkeleton count={6} />}
      <Box {...focusKept} className="scrolls" sx={columns}>
        {groups?.length === 0 && <EmptyRow title="Nothing waits for you." />}
        {groups?.map((group) => (
          <AttentionGroup key={group.key} group={group} onNoChart={setVisit} />
        ))}
      </Box>
      {visit && (
        <NoChartDialog visit={visit.id} of={visit.of} onClose={() => setVisit(undefined)} />
      )}
    </ListPanel>
  );
}

/** Below each other in the width of a phone, and beside each other where there is room. */
const columns = { columnWidth: 320, columnGap: 0, outline: 0 } as const;

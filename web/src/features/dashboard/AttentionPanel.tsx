import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { useShowAttentionQuery } from '@/api/generated';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
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
    <Panel
      title="Needs attention"
      actions={count > 0 && <StatusChip tone="warning" label={String(count)} />}
    >
      <QueryFailure what="The list of what needs attention could not be loaded." of={query} />
      {!groups && !query.isError && <PageSkeleton />}
      <Box {...focusKept} sx={{ columnWidth: 340, columnGap: 4, outline: 0 }}>
        {groups?.length === 0 && (
          <Typography color="textSecondary" role="status" sx={{ py: 1 }}>
            Nothing waits for you.
          </Typography>
        )}
        {groups?.map((group) => (
          <AttentionGroup key={group.key} group={group} onNoChart={setVisit} />
        ))}
      </Box>
      {visit && (
        <NoChartDialog visit={visit.id} of={visit.of} onClose={() => setVisit(undefined)} />
      )}
    </Panel>
  );
}

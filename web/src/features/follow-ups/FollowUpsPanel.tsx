import EditOutlined from '@mui/icons-material/EditOutlined';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import { useMemo, useState } from 'react';

import { useListFollowUpsQuery, type FollowUp } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { nameOf, useTick } from '@/features/follow-ups/useTick';
import { formatDate, formatInstant, formatInstantDate, today as todayIn } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

const FollowUpDialog = lazyDialog(
  async () => (await import('@/features/follow-ups/FollowUpDialog')).FollowUpDialog,
);

/** The open follow-ups, or those that were completed lately. */
export function FollowUpsPanel() {
  const { may } = usePermissions();
  const timeZone = useTimeZone();
  const [done, setDone] = useState(false);
  const [edited, setEdited] = useState<FollowUp>();
  const query = useListFollowUpsQuery(done);
  const { tick, isLoading } = useTick();
  const mayUpdate = may('follow_up.update');
  const today = todayIn(timeZone);
  const columns = useMemo((): Column<FollowUp>[] => {
    const facts: Column<FollowUp>[] = [
      {
        key: 'patient',
        header: 'Client',
        render: (row) => (
          <RowLink to={patientPath(row.patient_id)} strong>
            {nameOf(row)}
          </RowLink>
        ),
      },
      { key: 'service', header: 'Service', render: ({ service }) => service },
      {
        key: 'visit',
        header: 'Visit',
        nowrap: true,
        render: ({ visited_at }) => formatInstantDate(visited_at, timeZone),
      },
      done
        ? {
            key: 'done',
            under: 'visit',
            header: 'Done',
            render: ({ done_at, done_by }) =>
              `${formatInstant(done_at, timeZone)} by ${done_by ?? 'somebody'}`,
          }
        : {
            key: 'due',
            under: 'visit',
            header: 'Due',
            nowrap: true,
            render: ({ due_on }) => `${formatDate(due_on)}${due_on < today ? ', overdue' : ''}`,
          },
      {
        key: 'phone',
        under: 'patient',
        header: 'Phone',
        nowrap: true,
        render: ({ phone }) => phone ?? '—',
      },
      { key: 'note', under: 'service', header: 'How it went', render: ({ note }) => note ?? '—' },
    ];
    if (!mayUpdate) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (row) => (
          <>
            <IconButton
              onClick={() => setEdited(row)}
              aria-label={`Note about ${nameOf(row)}`}
              title="Note"
            >
              <EditOutlined />
            </IconButton>
            <Button
              disabled={isLoading}
              aria-label={`${done ? 'Open again' : 'Done'}: ${nameOf(row)}`}
              onClick={() => void tick(row, !done)}
            >
              {done ? 'Open again' : 'Done'}
            </Button>
          </>
        ),
      },
    ];
  }, [done, isLoading, mayUpdate, tick, timeZone, today]);
  // `data` would be that of the other list while this one is loading.
  const data = query.currentData;
  return (
    <Panel
      title="Follow-ups"
      actions={
        <FormControlLabel
          label="Show done"
          control={<Switch checked={done} onChange={(_event, shown) => setDone(shown)} />}
        />
      }
    >
      <QueryFailure what="The follow-ups could not be loaded." query={query} />
      {!data && !query.isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption={done ? 'Follow-ups that are done' : 'Follow-ups to do'}
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
          />
        ) : (
          <Empty done={done} />
        ))}
      {edited && <FollowUpDialog followUp={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function Empty({ done }: { done: boolean }) {
  if (done)
    return (
      <EmptyState
        title="No follow-up was done lately"
        hint="Follow-ups that were done in the last 30 days are listed here."
      />
    );
  return (
    <EmptyState
      title="Nothing to follow up"
      hint="When a completed visit needs a follow-up, the follow-up is listed here two weeks before it is due."
    />
  );
}

import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import { useMemo, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useAddClosureMutation,
  useListClosuresQuery,
  useRemoveClosureMutation,
  type Closure,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { EmptyPanel } from '@/features/schedule/EmptyPanel';
import { formatDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const ClosureDialog = lazyDialog(
  async () => (await import('@/features/schedule/ClosureDialog')).ClosureDialog,
);

/** Days on which the clinic is closed: holidays, a training day. */
export function ClosuresPanel({ mayPlan }: { mayPlan: boolean }) {
  const query = useListClosuresQuery();
  const [adding, setAdding] = useState(false);
  const [remove] = useRemoveClosureMutation();
  const [add] = useAddClosureMutation();
  const notify = useNotify('schedule');
  const columns = useMemo((): Column<Closure>[] => {
    const open = async ({ id, ...closure }: Closure) => {
      try {
        await remove(id).unwrap();
        notify({
          tone: 'success',
          text: `${closure.reason} is removed: the clinic is open.`,
          undo: () => add(closure).unwrap(),
        });
      } catch (thrown) {
        notify({ tone: 'error', text: `Not removed. ${asFailure(thrown).message}` });
      }
    };
    const facts: Column<Closure>[] = [
      {
        key: 'days',
        header: 'Days',
        nowrap: true,
        render: ({ first_date, last_date }) =>
          first_date === last_date
            ? formatDate(first_date)
            : `${formatDate(first_date)} – ${formatDate(last_date)}`,
      },
      { key: 'reason', header: 'Reason', render: ({ reason }) => reason },
    ];
    if (!mayPlan) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (closure) => (
          <IconButton
            onClick={() => void open(closure)}
            aria-label={`Remove ${closure.reason}`}
            title="Remove"
          >
            <DeleteOutlined />
          </IconButton>
        ),
      },
    ];
  }, [mayPlan, remove, add, notify]);
  const { data, isError } = query;
  return (
    <Panel
      title="Closed days"
      actions={
        mayPlan && (
          <Button startIcon={<Add />} onClick={() => setAdding(true)}>
            Add closed days
          </Button>
        )
      }
    >
      <QueryFailure what="The closed days could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Closed days ahead"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
          />
        ) : (
          <EmptyPanel
            title="No closed days ahead."
            hint="Booking asks before an appointment on a closed day."
          />
        ))}
      {adding && <ClosureDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}

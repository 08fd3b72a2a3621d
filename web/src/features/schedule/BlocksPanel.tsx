import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useAddBlockMutation,
  useRemoveBlockMutation,
  type Block,
  type ProviderChoice,
  type Resource,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { fromBlock, toBlock } from '@/features/schedule/blocks';
import { EmptyPanel } from '@/features/schedule/EmptyPanel';
import { daysAhead } from '@/features/schedule/useSchedule';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const BlockDialog = lazyDialog(
  async () => (await import('@/features/schedule/BlockDialog')).BlockDialog,
);

interface Props {
  blocks: readonly Block[];
  resources: readonly Resource[];
  members: readonly ProviderChoice[];
  mayPlan: boolean;
}

/** Times that are kept free: a break, a meeting, a device that is being repaired. */
export function BlocksPanel({ blocks, resources, members, mayPlan }: Props) {
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState<Block | 'new'>();
  const [remove] = useRemoveBlockMutation();
  const [add] = useAddBlockMutation();
  const notify = useNotify('schedule');
  const columns = useMemo((): Column<Block>[] => {
    const nameOf = (list: readonly { id: number; name: string }[], id: number) =>
      list.find((one) => one.id === id)?.name;
    const whose = ({ member_id, resource_id }: Block) =>
      member_id !== null
        ? (nameOf(members, member_id) ?? 'Another member')
        : resource_id !== null
          ? (nameOf(resources, resource_id) ?? 'Another room')
          : 'The whole clinic';
    const free = async (block: Block) => {
      try {
        await remove({ id: block.id, 'If-Match': String(block.version) }).unwrap();
        notify({
          tone: 'success',
          text: `${block.reason} removed: the time is free.`,
          undo: () => add(toBlock(fromBlock(block, timeZone))).unwrap(),
        });
      } catch (thrown) {
        notify({ tone: 'error', text: `Not removed. ${asFailure(thrown).message}` });
      }
    };
    const facts: Column<Block>[] = [
      { key: 'reason', header: 'Reason', render: ({ reason }) => reason },
      { key: 'whose', header: 'Whose time', wholeWords: true, render: whose },
      {
        key: 'from',
        header: 'From',
        nowrap: true,
        render: ({ starts_at }) => formatInstant(starts_at, timeZone),
      },
      {
        key: 'to',
        under: 'from',
        header: 'To',
        nowrap: true,
        render: ({ ends_at }) => formatInstant(ends_at, timeZone),
      },
    ];
    if (!mayPlan) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (block) => (
          <>
            <IconButton
              onClick={() => setOpened(block)}
              aria-label={`Edit ${block.reason}`}
              title="Edit"
            >
              <EditOutlined />
            </IconButton>
            <IconButton
              onClick={() => void free(block)}
              aria-label={`Remove ${block.reason}`}
              title="Remove"
            >
              <DeleteOutlined />
            </IconButton>
          </>
        ),
      },
    ];
  }, [members, resources, timeZone, mayPlan, remove, add, notify]);
  return (
    <Panel
      title="Blocked times"
      actions={
        mayPlan && (
          <Button startIcon={<Add />} onClick={() => setOpened('new')}>
            Block a time
          </Button>
        )
      }
    >
      <Typography
        color="textSecondary"
        sx={{ mb: 1.5 }}
      >{`Blocked times of the next ${daysAhead} days.`}</Typography>
      {blocks.length > 0 ? (
        <RecordTable
          caption="Blocked times ahead"
          columns={columns}
          rows={blocks}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyPanel
          title="Nothing is blocked."
          hint="Block a break or a meeting, and booking asks before it takes that time."
        />
      )}
      {opened && (
        <BlockDialog
          block={opened === 'new' ? undefined : opened}
          members={members}
          resources={resources.filter(({ is_active }) => is_active)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

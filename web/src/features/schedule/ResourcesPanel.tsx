import Add from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useMemo, useState } from 'react';

import type { Resource } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { EmptyPanel } from '@/features/schedule/EmptyPanel';

const ResourceDialog = lazyDialog(
  async () => (await import('@/features/schedule/ResourceDialog')).ResourceDialog,
);

interface Props {
  resources: readonly Resource[];
  mayPlan: boolean;
}

/** Rooms and devices, each of which is booked once at a time. */
export function ResourcesPanel({ resources, mayPlan }: Props) {
  const [opened, setOpened] = useState<Resource | 'new'>();
  const columns = useMemo((): Column<Resource>[] => {
    const facts: Column<Resource>[] = [
      { key: 'name', header: 'Name', wholeWords: true, render: ({ name }) => name },
      { key: 'kind', header: 'Kind', nowrap: true, render: ({ kind }) => kind },
      {
        key: 'state',
        header: 'State',
        nowrap: true,
        render: ({ is_active }) =>
          is_active ? 'Can be booked' : <StatusChip tone="neutral" label="Not in use" />,
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
        render: (resource) => (
          <IconButton
            onClick={() => setOpened(resource)}
            aria-label={`Edit ${resource.name}`}
            title="Edit"
          >
            <EditOutlined />
          </IconButton>
        ),
      },
    ];
  }, [mayPlan]);
  return (
    <Panel
      title="Rooms and devices"
      actions={
        mayPlan && (
          <Button startIcon={<Add />} onClick={() => setOpened('new')}>
            Add a room or device
          </Button>
        )
      }
    >
      {resources.length > 0 ? (
        <RecordTable
          caption="All rooms and devices"
          columns={columns}
          rows={resources}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyPanel
          title="No rooms or devices yet."
          hint="A room or device is not booked for two appointments at the same time."
        />
      )}
      {opened && (
        <ResourceDialog
          resource={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

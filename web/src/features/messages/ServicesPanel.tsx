import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useMemo, useState } from 'react';

import { useListServiceMessagesQuery, type ServiceMessages } from '@/api/generated';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';

const ServiceMessagesDialog = lazyDialog(
  async () => (await import('@/features/messages/ServiceMessagesDialog')).ServiceMessagesDialog,
);

/** What is sent around the visits of each service of the catalogue. */
export function ServicesPanel({ mayChange }: { mayChange: boolean }) {
  const query = useListServiceMessagesQuery();
  const [edited, setEdited] = useState<ServiceMessages>();
  const columns = useMemo((): Column<ServiceMessages>[] => {
    const facts: Column<ServiceMessages>[] = [
      { key: 'service', header: 'Service', render: ({ service }) => service },
      {
        key: 'reminder',
        header: 'Reminders',
        nowrap: true,
        render: ({ reminder }) => (reminder ? 'Yes' : 'None'),
      },
      {
        key: 'aftercare',
        header: 'After the visit',
        render: ({ aftercare }) => (aftercare === null ? 'Nothing' : firstLine(aftercare)),
      },
      {
        key: 'recall',
        header: 'Next visit',
        nowrap: true,
        render: ({ recall_weeks }) =>
          recall_weeks === null ? '—' : `After ${count(recall_weeks, 'week')}`,
      },
      {
        key: 'follow_up',
        header: 'Follow-up',
        nowrap: true,
        render: ({ follow_up_days }) =>
          follow_up_days === null ? '—' : `After ${count(follow_up_days, 'day')}`,
      },
    ];
    if (!mayChange) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (found) => (
          <IconButton
            onClick={() => setEdited(found)}
            aria-label={`Edit the messages of ${found.service}`}
            title="Edit"
          >
            <EditOutlined />
          </IconButton>
        ),
      },
    ];
  }, [mayChange]);
  const { data, isError } = query;
  return (
    <Panel title="By service">
      <QueryFailure what="The messages by service could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Messages of each service"
            columns={columns}
            rows={data}
            rowKey={({ service_id }) => service_id}
          />
        ) : (
          <EmptyState
            title="No services yet"
            hint="Each service of the catalogue has its own messages here."
          />
        ))}
      {edited && <ServiceMessagesDialog found={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

const count = (number: number, word: string) => (number === 1 ? `1 ${word}` : `${number} ${word}s`);

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

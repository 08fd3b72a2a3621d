import Typography from '@mui/material/Typography';
import { useMemo } from 'react';

import { useListFailedMessagesQuery, type FailedMessage } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { channelWords, kindWords, reasonWords } from '@/features/messages/kinds';
import { MessageState } from '@/features/messages/MessageState';
import { useSendAgain } from '@/features/messages/useSendAgain';
import { formatInstant } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

const nameOf = ({ first_name, last_name }: FailedMessage) => `${first_name} ${last_name}`;

/** Messages of the last 30 days that did not reach the patient: the one list of them, to which the other screens lead. */
export function FailedPanel() {
  const { may } = usePermissions();
  const timeZone = useTimeZone();
  const query = useListFailedMessagesQuery();
  const { sendAgain, isLoading } = useSendAgain();
  const maySend = may('message.send');
  const columns = useMemo((): Column<FailedMessage>[] => {
    const facts: Column<FailedMessage>[] = [
      {
        key: 'patient',
        header: 'Client',
        render: (row) => (
          <RowLink to={patientPath(row.patient_id)} strong>
            {nameOf(row)}
          </RowLink>
        ),
      },
      {
        key: 'kind',
        under: 'patient',
        header: 'Message',
        render: ({ kind, channel }) => `${kindWords[kind]}, ${channelWords[channel].toLowerCase()}`,
      },
      {
        key: 'visit',
        header: 'Visit',
        nowrap: true,
        render: ({ consent_id, starts_at }) =>
          consent_id === null ? formatInstant(starts_at, timeZone) : 'A form',
      },
      {
        key: 'status',
        header: 'Status',
        render: ({ status, reason }) => (
          <MessageState
            status={status}
            why={status === 'Waiting' ? 'Not sent for three days' : reason && reasonWords[reason]}
          />
        ),
      },
      {
        key: 'due',
        under: 'visit',
        header: 'Due',
        nowrap: true,
        render: ({ due_at }) => formatInstant(due_at, timeZone),
      },
    ];
    if (!maySend) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (row) =>
          row.can_be_sent ? (
            <Button
              disabled={isLoading}
              aria-label={`${row.reason === 'quiet_hours' ? 'Send now' : 'Send again'}: ${kindWords[row.kind]} to ${nameOf(row)}`}
              onClick={() => void sendAgain(row.id)}
            >
              {row.reason === 'quiet_hours' ? 'Send now' : 'Send again'}
            </Button>
          ) : row.status === 'Dropped' ? (
            'Check the address'
          ) : (
            'The visit has begun'
          ),
      },
    ];
  }, [isLoading, maySend, sendAgain, timeZone]);
  const { data, isError } = query;
  return (
    <Panel title="Not delivered" anchor="not-delivered">
      <QueryFailure
        what="The messages that were not delivered could not be loaded."
        query={query}
      />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Messages that failed"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
          />
        ) : (
          <Typography color="textSecondary" role="status">
            Every message of the last 30 days arrived, as far as is known.
          </Typography>
        ))}
    </Panel>
  );
}

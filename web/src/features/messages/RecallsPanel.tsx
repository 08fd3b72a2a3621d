import { useMemo } from 'react';

import { asFailure } from '@/api/failure';
import {
  useListRecallsQuery,
  useSkipRecallMutation,
  useUnskipRecallMutation,
  type Recall,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { reasonWords } from '@/features/messages/kinds';
import { formatDate, formatInstantDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { bookingPath, patientPath } from '@/lib/paths';

const nameOf = ({ first_name, last_name }: Recall) => `${first_name} ${last_name}`;

/** Patients for whom it is time for the next visit of a service. */
export function RecallsPanel() {
  const { may } = usePermissions();
  const timeZone = useTimeZone();
  const query = useListRecallsQuery();
  const skip = useSkip();
  const mayBook = may('appointment.create');
  const maySkip = may('appointment.update');
  const columns = useMemo((): Column<Recall>[] => {
    const facts: Column<Recall>[] = [
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
      { key: 'due', header: 'Due since', nowrap: true, render: ({ due_on }) => formatDate(due_on) },
      {
        key: 'last',
        under: 'due',
        header: 'Last visit',
        nowrap: true,
        render: ({ last_visit_at }) => formatInstantDate(last_visit_at, timeZone),
      },
      {
        key: 'phone',
        under: 'patient',
        header: 'Phone',
        nowrap: true,
        render: ({ phone }) => phone ?? '—',
      },
      { key: 'mail', under: 'service', header: 'Reminder', render: mailWords },
    ];
    if (!mayBook && !maySkip) return facts;
    return [
      ...facts,
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (row) => (
          <>
            {mayBook && (
              <ButtonLink
                to={bookingPath(row.patient_id)}
                aria-label={`Book: ${nameOf(row)}, ${row.service}`}
              >
                Book
              </ButtonLink>
            )}
            {maySkip && (
              <Button
                aria-label={`Not this time: ${nameOf(row)}, ${row.service}`}
                onClick={() => void skip(row)}
              >
                Not this time
              </Button>
            )}
          </>
        ),
      },
    ];
  }, [mayBook, maySkip, skip, timeZone]);
  const { data, isError } = query;
  return (
    <Panel title="Due for the next visit">
      <QueryFailure what="The clients who are due could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Clients who are due"
            columns={columns}
            rows={data}
            rowKey={({ appointment_id }) => appointment_id}
          />
        ) : (
          <EmptyState
            title="Nobody is due"
            hint="Each service says how many weeks after a visit its clients are due again. From then on they are listed here, until they book."
          />
        ))}
    </Panel>
  );
}

function mailWords({ message_status, message_reason }: Recall): string {
  if (message_status === null) return 'None yet';
  return message_reason === null
    ? message_status
    : `${message_status}: ${reasonWords[message_reason]}`;
}

/** Takes a client off the list until the next completed visit; that can be undone. */
function useSkip() {
  const [send] = useSkipRecallMutation();
  const [undo] = useUnskipRecallMutation();
  const notify = useNotify('recall');
  return useMemo(
    () => async (row: Recall) => {
      const id = row.appointment_id;
      try {
        await send(id).unwrap();
        notify({
          tone: 'success',
          text: `${nameOf(row)} is not called back this time.`,
          undo: () => undo(id).unwrap(),
        });
      } catch (thrown) {
        notify({
          tone: 'error',
          text: `${nameOf(row)} is still on the list. ${asFailure(thrown).message}`,
        });
      }
    },
    [send, undo, notify],
  );
}

import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';

import { asFailure } from '@/api/failure';
import {
  useCloseInboundTextMutation,
  useListInboundTextsQuery,
  useReopenInboundTextMutation,
  type InboundText,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { patientPath } from '@/lib/paths';
import { formatPhone, telAddress } from '@/lib/phone';

/** What clients have texted and nobody has closed yet: it is answered by a call, or needs no answer. */
export function InboundPanel() {
  const { may } = usePermissions();
  const timeZone = useTimeZone();
  const query = useListInboundTextsQuery();
  const [close, { isLoading }] = useCloseInboundTextMutation();
  const [reopen] = useReopenInboundTextMutation();
  const notify = useNotify('a text from a client');
  const maySend = may('message.send');
  const columns = useMemo((): Column<InboundText>[] => {
    const closeOne = async (id: number) => {
      try {
        await close(id).unwrap();
        const undo = () => reopen(id).unwrap();
        notify({ tone: 'success', text: 'The text is closed.', undo });
      } catch (thrown) {
        notify({ tone: 'error', text: asFailure(thrown).message });
      }
    };
    const facts: Column<InboundText>[] = [
      {
        key: 'who',
        header: 'From',
        render: ({ patients, number }) =>
          patients.length === 0
            ? formatPhone(number)
            : patients.map(({ patient_id, first_name, last_name }) => (
                <div key={patient_id}>
                  <RowLink
                    to={patientPath(patient_id)}
                    strong
                  >{`${first_name} ${last_name}`}</RowLink>
                </div>
              )),
      },
      {
        key: 'text',
        header: 'Text',
        render: ({ body, pictures }) =>
          [
            body,
            pictures > 0
              ? `(${pictures === 1 ? 'a picture' : `${pictures} pictures`} not kept)`
              : '',
          ]
            .filter(Boolean)
            .join(' '),
      },
      {
        key: 'when',
        header: 'Received',
        render: ({ received_at }) => formatInstant(received_at, timeZone),
      },
      {
        key: 'call',
        header: 'Phone',
        nowrap: true,
        render: ({ number }) => (
          <Link href={telAddress(number)} sx={touchable}>
            {formatPhone(number)}
          </Link>
        ),
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
        render: ({ id, number }) => (
          <Button
            disabled={isLoading}
            aria-label={`Close the text from ${formatPhone(number)}`}
            onClick={() => void closeOne(id)}
          >
            Close
          </Button>
        ),
      },
    ];
  }, [close, reopen, isLoading, maySend, notify, timeZone]);
  const { data, isError } = query;
  return (
    <Panel title="Texts from clients" anchor="texts">
      <QueryFailure what="The texts from clients could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Texts from clients"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
          />
        ) : (
          <Typography color="textSecondary" role="status">
            No text waits for an answer.
          </Typography>
        ))}
    </Panel>
  );
}

/** 44 px high to the finger, between lines of text. */
const touchable = { display: 'inline-flex', alignItems: 'center', minHeight: 44, my: -1 } as const;

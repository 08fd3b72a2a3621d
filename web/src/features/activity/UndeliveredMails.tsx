import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import {
  useListUndeliveredMailsQuery,
  useSendMailAgainMutation,
  type UndeliveredMail,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { notDeliveredPath } from '@/lib/paths';

/** Mails that could not be delivered for three days, each with the reason and a button to send it again. Nothing where there are none.
 * Messages about visits and forms have a list of their own. */
export function UndeliveredMails() {
  const query = useListUndeliveredMailsQuery(undefined, {
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const zone = useTimeZone();
  const { may } = usePermissions();
  const failure = (
    <QueryFailure what="The mails that were not delivered could not be loaded." query={query} />
  );
  if (!query.data?.length) return failure;
  return (
    <Panel title="Mails that were not delivered">
      {failure}
      {may('message.read') && (
        <Typography color="textSecondary">
          {'Messages about visits and forms are '}
          <RowLink to={notDeliveredPath}>among the messages to patients</RowLink>.
        </Typography>
      )}
      <RecordTable
        caption="Mails that were not delivered"
        columns={columns(zone, may('clinic.settings.write'))}
        rows={query.data}
        rowKey={({ id }) => id}
      />
    </Panel>
  );
}

const columns = (zone: string, maySend: boolean): readonly Column<UndeliveredMail>[] => [
  { key: 'about', header: 'What', render: ({ about }) => about },
  { key: 'recipient', header: 'For', render: ({ recipient }) => recipient ?? '—' },
  {
    key: 'asked',
    header: 'Asked for',
    nowrap: true,
    render: ({ asked_at }) => formatInstant(asked_at, zone),
  },
  { key: 'reason', header: 'Why not', render: ({ reason }) => reason },
  ...(maySend
    ? [{ key: 'again', header: '', render: (mail: UndeliveredMail) => <SendAgain mail={mail} /> }]
    : []),
];

function SendAgain({ mail: { id, about, recipient } }: { mail: UndeliveredMail }) {
  const [send, { isLoading }] = useSendMailAgainMutation();
  const notify = useNotify();
  const again = async () => {
    try {
      await send(id).unwrap();
      notify({ tone: 'success', text: 'The mail is on its way again.' });
    } catch (thrown) {
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  return (
    <Button
      variant="outlined"
      loading={isLoading}
      onClick={() => void again()}
      aria-label={`Send again: ${about}${recipient ? `, for ${recipient}` : ''}`}
    >
      Send again
    </Button>
  );
}

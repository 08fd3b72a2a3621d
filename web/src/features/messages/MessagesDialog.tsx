import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';

import { asFailure } from '@/api/failure';
import {
  useListPatientMessagesInfiniteQuery,
  useShowContactPreferencesQuery,
  useShowMessageSettingsQuery,
  useUpdateContactPreferencesMutation,
  type ContactPreferences,
  type PatientMessage,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PageSkeleton } from '@/components/PageSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { ViewDialog } from '@/components/ViewDialog';
import { channelWords, kindWords, reasonWords } from '@/features/messages/kinds';
import { MessageState } from '@/features/messages/MessageState';
import { useSendAgain } from '@/features/messages/useSendAgain';
import { formatInstant } from '@/lib/dates';
import { useNotify, useSettled } from '@/lib/notices';

interface Props {
  patient: { id: number; first_name: string; last_name: string };
  onClose: () => void;
}

/** What a patient was told of visits and forms, the newest first, and whether they want to be told. */
export function MessagesDialog({ patient, onClose }: Props) {
  const timeZone = useTimeZone();
  const { may } = usePermissions();
  const patientId = patient.id;
  const query = useListPatientMessagesInfiniteQuery({ id: patientId });
  const { sendAgain, isLoading } = useSendAgain();
  const again = may('message.send') ? { sendAgain, isLoading } : undefined;
  const { isError } = query;
  const data = rowsOf(query.data);
  const { data: settings } = useShowMessageSettingsQuery();
  return (
    <ViewDialog
      title={`Messages to ${patient.first_name} ${patient.last_name}`}
      label="Messages"
      onClose={onClose}
    >
      <Preferences patientId={patientId} mayChange={may('patient.update')} />
      <QueryFailure what="The messages could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data &&
        (data.length > 0 ? (
          <RecordTable
            caption="Messages about visits and forms"
            columns={columns(timeZone, again)}
            rows={data}
            rowKey={({ id }) => id}
          />
        ) : (
          <Typography color="textSecondary" role="status">
            {settings?.enabled === false
              ? 'No messages: they are off for the whole clinic.'
              : 'No messages yet.'}
          </Typography>
        ))}
      <NextPageFailure what="The earlier messages could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ alignSelf: 'flex-start' }}>
        Show earlier messages
      </NextPageButton>
    </ViewDialog>
  );
}

type SendAgainState = ReturnType<typeof useSendAgain>;

function columns(timeZone: string, again: SendAgainState | undefined): Column<PatientMessage>[] {
  const facts: Column<PatientMessage>[] = [
    {
      key: 'kind',
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
        <MessageState status={status} why={reason && reasonWords[reason]} />
      ),
    },
    {
      key: 'when',
      header: 'When',
      nowrap: true,
      render: ({ sent_at, due_at }) =>
        sent_at === null
          ? `Due ${formatInstant(due_at, timeZone)}`
          : formatInstant(sent_at, timeZone),
    },
  ];
  if (!again) return facts;
  const failed = ({ status }: PatientMessage) => status === 'Failed' || status === 'Bounced';
  return [
    ...facts,
    {
      key: 'actions',
      header: 'Actions',
      align: 'right',
      nowrap: true,
      render: (row) =>
        failed(row) && (
          <Button
            disabled={again.isLoading}
            aria-label={`Send again: ${kindWords[row.kind]}`}
            onClick={() => void again.sendAgain(row.id)}
          >
            Send again
          </Button>
        ),
    },
  ];
}

function Preferences({ patientId, mayChange }: { patientId: number; mayChange: boolean }) {
  const query = useShowContactPreferencesQuery(patientId);
  const [update, { isLoading }] = useUpdateContactPreferencesMutation();
  const notify = useNotify('contact preferences');
  const settled = useSettled('contact preferences');
  const { data } = query;
  const change = async (
    { version, email_reminders, text_reminders }: ContactPreferences,
    by: Partial<ContactPreferences>,
  ) => {
    try {
      await update({
        id: patientId,
        'If-Match': String(version),
        newContactPreferences: { email_reminders, text_reminders, ...by },
      }).unwrap();
      settled();
    } catch (thrown) {
      notify({ tone: 'error', text: `Not changed. ${asFailure(thrown).message}` });
    }
  };
  if (!data)
    return <QueryFailure what="The contact preferences could not be loaded." query={query} />;
  const offer = (
    field: 'email_reminders' | 'text_reminders',
    label: string,
    may: boolean,
    why: string,
  ) => (
    <Box>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={data[field]}
            disabled={!mayChange || isLoading}
            onChange={(_event, on) => void change(data, { [field]: on })}
          />
        }
      />
      {!may && (
        <Typography variant="body2" color="textSecondary">
          {why}
        </Typography>
      )}
    </Box>
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mb: 1.5 }}>
      {offer(
        'email_reminders',
        'Mails about visits',
        data.may_email,
        'No mail is sent: the record says that the client wants none.',
      )}
      {offer(
        'text_reminders',
        'Texts about visits',
        data.may_text,
        'No text is sent: the record says that the client wants none.',
      )}
    </Box>
  );
}

import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import {
  messagesApi,
  useListMessageTemplatesQuery,
  useShowMessageSettingsQuery,
  type MessageTemplate,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { FailedPanel } from '@/features/messages/FailedPanel';
import { InboundPanel } from '@/features/messages/InboundPanel';
import { templateName } from '@/features/messages/kinds';
import { ServicesPanel } from '@/features/messages/ServicesPanel';
import { settingsWords } from '@/features/messages/settingsWords';
import { paths } from '@/lib/paths';

const MessageSettingsDialog = lazyDialog(
  async () => (await import('@/features/messages/MessageSettingsDialog')).MessageSettingsDialog,
);
const MessageTemplateDialog = lazyDialog(
  async () => (await import('@/features/messages/MessageTemplateDialog')).MessageTemplateDialog,
);

export const loader = prefetchLoader(({ may }) => [
  may('clinic.settings.read') && messagesApi.endpoints.showMessageSettings.initiate(),
  may('message.read') && messagesApi.endpoints.listFailedMessages.initiate(),
  may('message.read') && messagesApi.endpoints.listInboundTexts.initiate(),
  may('clinic.settings.read') && messagesApi.endpoints.listMessageTemplates.initiate(),
]);

/** The messages that patients receive about their visits. Every member may read it. */
export function Component() {
  const { may } = usePermissions();
  const { isOn } = useModules();
  return (
    <Stack spacing={2}>
      <PageHeader
        back={{ to: paths.appointments, label: 'Back to the appointments' }}
        title="Messages to patients"
        subtitle="Mails and texts about appointments. None of them names the treatment, except the text that you send after a visit."
      />
      {may('clinic.settings.read') ? (
        <>
          <SettingsPanel mayChange={may('clinic.settings.write')} />
          {may('message.read') && <InboundPanel />}
          {may('message.read') && <FailedPanel />}
          {isOn('services') && <ServicesPanel mayChange={may('clinic.settings.write')} />}
          <TemplatesPanel mayChange={may('clinic.settings.write')} />
        </>
      ) : (
        <NoPermission what="the messages to patients" />
      )}
    </Stack>
  );
}

function SettingsPanel({ mayChange }: { mayChange: boolean }) {
  const query = useShowMessageSettingsQuery();
  const [editing, setEditing] = useState(false);
  const { data: settings, isError } = query;
  return (
    <Panel
      title="What is sent"
      actions={
        mayChange &&
        settings && (
          <Button startIcon={<EditOutlined />} onClick={() => setEditing(true)}>
            Change
          </Button>
        )
      }
    >
      <QueryFailure what="The settings of messages could not be loaded." query={query} />
      {!settings && !isError && <PageSkeleton />}
      {settings &&
        settingsWords(settings).map((line) => <Typography key={line}>{line}</Typography>)}
      {settings && editing && (
        <MessageSettingsDialog settings={settings} onClose={() => setEditing(false)} />
      )}
    </Panel>
  );
}

function TemplatesPanel({ mayChange }: { mayChange: boolean }) {
  const query = useListMessageTemplatesQuery();
  const [edited, setEdited] = useState<MessageTemplate>();
  const columns = useMemo((): Column<MessageTemplate>[] => {
    const facts: Column<MessageTemplate>[] = [
      { key: 'kind', header: 'Message', wholeWords: true, render: templateName },
      { key: 'words', header: 'Begins with', render: ({ subject, body }) => subject ?? body },
      {
        key: 'whose',
        header: 'Words',
        wholeWords: true,
        render: ({ is_default, updated_by }) =>
          is_default ? 'Celadon’s' : `Changed by ${updated_by ?? 'somebody'}`,
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
        render: (template) => (
          <IconButton
            onClick={() => setEdited(template)}
            aria-label={`Edit ${templateName(template)}`}
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
    <Panel title="Words">
      <QueryFailure what="The words of messages could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <Stack spacing={1.5}>
          <Typography variant="h3">Mails</Typography>
          <RecordTable
            caption="Words of each mail"
            columns={columns}
            rows={data.filter(({ channel }) => channel === 'email')}
            rowKey={({ kind }) => kind}
          />
          <Typography variant="h3">Texts</Typography>
          <Typography color="textSecondary">
            Texts marked “by text” go to clients who cannot be mailed, in place of a mail, if the
            settings say so.
          </Typography>
          <RecordTable
            caption="Words of each text"
            columns={columns}
            rows={data.filter(({ channel }) => channel === 'text')}
            rowKey={({ kind }) => kind}
          />
        </Stack>
      )}
      {edited && <MessageTemplateDialog template={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListOwnProtocolsQuery, type OwnProtocol } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { VersionDialog } from '@/features/protocols/dialogs';
import { ProtocolState } from '@/features/protocols/ProtocolState';
import { formatInstantDate } from '@/lib/dates';

/** The protocols as they concern the signed-in provider: those that wait for their signature first. */
export function AwaitedPanel() {
  const query = useListOwnProtocolsQuery();
  const { data, isError } = query;
  const zone = useTimeZone();
  const [reading, setReading] = useState<number>();
  const known = data?.services.filter(({ version }) => version !== null) ?? [];
  const rows = [...known.filter(({ awaits }) => awaits), ...known.filter(({ awaits }) => !awaits)];
  const waiting = known.filter(({ awaits }) => awaits).length;
  const columns: Column<OwnProtocol>[] = [
    {
      key: 'service',
      header: 'Service',
      render: ({ service, version }) => (
        <>
          {service}
          <Typography variant="body2" color="textSecondary">
            {version && `v${version.number}: ${version.title}`}
          </Typography>
        </>
      ),
    },
    { key: 'state', header: 'State', render: (one) => <ProtocolState of={one} /> },
    {
      key: 'signed',
      header: 'Your signature',
      render: ({ awaits, agreed_at }) =>
        agreed_at ? (
          formatInstantDate(agreed_at, zone)
        ) : awaits ? (
          <StatusChip tone="warning" label="Waits for you" />
        ) : (
          '—'
        ),
    },
    {
      key: 'read',
      header: 'Actions',
      align: 'right',
      nowrap: true,
      render: ({ service, version, awaits }) =>
        version && (
          <WordButton
            label={awaits ? 'Read and sign' : 'Read'}
            name={`${awaits ? 'Read and sign' : 'Read'} the protocol for ${service}`}
            onPress={() => setReading(version.id)}
          />
        ),
    },
  ];
  return (
    <Panel title="Your protocols">
      <QueryFailure what="Your protocols could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && rows.length === 0 && (
        <Typography color="textSecondary" role="status">
          No service has a protocol yet.
        </Typography>
      )}
      {rows.length > 0 && (
        <>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {waiting === 0
              ? 'Nothing waits for your signature.'
              : waiting === 1
                ? '1 protocol waits for your signature.'
                : `${waiting} protocols wait for your signature.`}
          </Typography>
          <RecordTable
            caption="Protocols to read and sign"
            columns={columns}
            rows={rows}
            rowKey={({ service }) => service}
          />
        </>
      )}
      {reading !== undefined && (
        <VersionDialog id={reading} onClose={() => setReading(undefined)} />
      )}
    </Panel>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useListProtocolsQuery,
  type ProtocolOverride,
  type ServiceProtocol,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { DraftDialog, LetPassDialog } from '@/features/protocols/dialogs';
import { ProtocolState } from '@/features/protocols/ProtocolState';
import { formatInstant } from '@/lib/dates';

/** Every service with how its protocol stands and who has signed it, and what directors let pass today. */
export function Overview({ onOpen }: { onOpen: (protocol: number) => void }) {
  const query = useListProtocolsQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { data, isError } = query;
  const { may } = usePermissions();
  const zone = useTimeZone();
  const [writing, setWriting] = useState<string>();
  const [lifting, setLifting] = useState(false);
  const doing: Column<ServiceProtocol> = {
    key: 'doing',
    header: 'Actions',
    align: 'right',
    nowrap: true,
    render: ({ service, protocol_id }) =>
      protocol_id === null ? (
        <WordButton
          label="Write"
          name={`Write the protocol for ${service}`}
          onPress={() => setWriting(service)}
        />
      ) : (
        <WordButton
          label="Open"
          name={`Open the protocol for ${service}`}
          onPress={() => onOpen(protocol_id)}
        />
      ),
  };
  return (
    <Panel
      title="All services"
      actions={
        data &&
        may('protocol.sign') && (
          <Button onClick={() => setLifting(true)}>Let a treatment pass today</Button>
        )
      }
    >
      <QueryFailure what="The protocols could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data?.services.length === 0 && (
        <EmptyState
          title="No services yet"
          hint="A protocol belongs to a treatment of the catalogue."
        />
      )}
      {data && data.services.length > 0 && (
        <RecordTable
          caption="Protocols by service"
          columns={[...facts, doing]}
          rows={data.services}
          rowKey={({ service, protocol_id }) => `${protocol_id ?? ''} ${service}`}
        />
      )}
      {data && data.overrides.length > 0 && (
        <Box component="section" aria-label="Let pass today" sx={{ mt: 2 }}>
          <Typography variant="h3" gutterBottom>
            Let pass today
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {data.overrides.map((one) => (
              <li key={one.id}>{inWords(one, zone)}</li>
            ))}
          </Box>
        </Box>
      )}
      {writing !== undefined && (
        <DraftDialog service={writing} onClose={() => setWriting(undefined)} />
      )}
      {lifting && data && <LetPassDialog protocols={data} onClose={() => setLifting(false)} />}
    </Panel>
  );
}

const inWords = (
  { provider_name, service, reason, given_by, given_at }: ProtocolOverride,
  zone: string,
) => `${provider_name}, ${service}: ${reason} (${given_by}, ${formatInstant(given_at, zone)})`;

const facts: readonly Column<ServiceProtocol>[] = [
  {
    key: 'service',
    header: 'Service',
    render: ({ service, version, offered }) => (
      <>
        {service}
        {!offered && (
          <Typography variant="body2" color="textSecondary">
            No longer offered
          </Typography>
        )}
        {version && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`v${version.number}: ${version.title}`}</Typography>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    render: (one) => (
      <>
        {(one.state !== 'none' || one.drafts === 0) && <ProtocolState of={one} />}
        {one.drafts > 0 && (
          <Box>
            <StatusChip
              tone="warning"
              label={one.drafts === 1 ? 'Draft to sign' : `${one.drafts} drafts to sign`}
            />
          </Box>
        )}
      </>
    ),
  },
  {
    key: 'signed',
    header: 'Signed by',
    render: ({ version, performers }) => (version ? <Signed performers={performers} /> : '—'),
  },
];

function Signed({ performers }: Pick<ServiceProtocol, 'performers'>) {
  const names = (signed: boolean) =>
    performers
      .filter(({ signed_at }) => (signed_at !== null) === signed)
      .map(({ name }) => name)
      .join(', ');
  const [done, missing] = [names(true), names(false)];
  return (
    <>
      {done || 'Nobody yet'}
      {missing && (
        <Typography variant="body2" color="textSecondary">{`Not signed: ${missing}`}</Typography>
      )}
    </>
  );
}

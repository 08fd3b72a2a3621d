import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListApiTokensQuery, type ApiToken, type NewApiToken } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { TokenRow } from '@/features/fhir/TokenRow';

const NewTokenDialog = lazyDialog(
  async () => (await import('@/features/fhir/NewTokenDialog')).NewTokenDialog,
);
const SecretDialog = lazyDialog(
  async () => (await import('@/features/fhir/SecretDialog')).SecretDialog,
);
const RevokeToken = lazyDialog(
  async () => (await import('@/features/fhir/RevokeToken')).RevokeToken,
);

type OpenDialog =
  | { kind: 'new' }
  | { kind: 'secret'; made: NewApiToken }
  | { kind: 'revoke'; token: ApiToken };

/** The tokens with which other programs read the clinic's records; nothing for those who may not see them. */
export function ApiAccess() {
  const { may } = usePermissions();
  return may('api_token.read') ? <Tokens mayWrite={may('api_token.write')} /> : null;
}

function Tokens({ mayWrite }: { mayWrite: boolean }) {
  const query = useListApiTokensQuery();
  const { data: tokens, isError } = query;
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  const make = mayWrite && (
    <Button variant="outlined" onClick={() => setOpened({ kind: 'new' })}>
      New token
    </Button>
  );
  return (
    <Panel title="API access" actions={make}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Other programs can read the clinic&apos;s records in the FHIR R4 format with a token, but
        change nothing. Every reading is in the activity log.
        {!mayWrite && ' Only an owner makes and revokes tokens.'}
      </Typography>
      {isError && !tokens && (
        <QueryFailure what="The API tokens could not be loaded." query={query} />
      )}
      {!tokens && !isError && <PartSkeleton label="Loading the API tokens" height={96} />}
      {tokens?.length === 0 && <EmptyState title="No program has access" />}
      <List disablePadding aria-label="API tokens" hidden={!tokens?.length}>
        {tokens?.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onRevoke={
              mayWrite && token.is_in_force ? () => setOpened({ kind: 'revoke', token }) : undefined
            }
          />
        ))}
      </List>
      {opened?.kind === 'new' && (
        <NewTokenDialog onMade={(made) => setOpened({ kind: 'secret', made })} onClose={close} />
      )}
      {opened?.kind === 'secret' && <SecretDialog made={opened.made} onClose={close} />}
      {opened?.kind === 'revoke' && <RevokeToken token={opened.token} onClose={close} />}
    </Panel>
  );
}

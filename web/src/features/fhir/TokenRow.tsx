import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';

import type { ApiToken } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { StatusChip } from '@/components/StatusChip';
import { scopeList } from '@/features/fhir/scopes';
import { formatInstant, formatInstantDate } from '@/lib/dates';

interface Props {
  token: ApiToken;
  /** Absent where it cannot be revoked. */
  onRevoke?: (() => void) | undefined;
}

/** A token: what it reads, until when, who made it, and when it was last used. */
export function TokenRow({ token, onRevoke }: Props) {
  const zone = useTimeZone();
  const used = token.last_used_at
    ? `last used ${formatInstant(token.last_used_at, zone)}`
    : 'never used';
  const made = `made by ${token.created_by} on ${formatInstantDate(token.created_at, zone)}`;
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText
        sx={{ flex: '1 1 260px' }}
        primary={token.name}
        secondary={`${scopeList(token)}; ${made}; ${used}`}
        slotProps={{
          primary: { sx: { overflowWrap: 'anywhere' } },
          secondary: { sx: { overflowWrap: 'anywhere' } },
        }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <TokenState token={token} zone={zone} />
        {onRevoke && (
          <Button variant="outlined" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
            Revoke
          </Button>
        )}
      </Stack>
    </ListItem>
  );
}

function TokenState({ token, zone }: { token: ApiToken; zone: string }) {
  if (token.revoked_at)
    return (
      <StatusChip tone="neutral" label={`Revoked ${formatInstantDate(token.revoked_at, zone)}`} />
    );
  if (!token.is_in_force)
    return (
      <StatusChip tone="neutral" label={`Expired ${formatInstantDate(token.expires_at, zone)}`} />
    );
  return <StatusChip tone="success" label={`Until ${formatInstantDate(token.expires_at, zone)}`} />;
}

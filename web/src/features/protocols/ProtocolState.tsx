import Typography from '@mui/material/Typography';

import type { OwnProtocol, ServiceProtocol } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { protocolMark } from '@/features/protocols/protocolMark';

/** How a protocol stands, with from or until when. */
export function ProtocolState({
  of,
}: {
  of: Pick<ServiceProtocol | OwnProtocol, 'state' | 'version' | 'days_left'>;
}) {
  const { tone, label, when } = protocolMark(of);
  return (
    <>
      <StatusChip tone={tone} label={label} />
      {when && (
        <Typography
          component="div"
          variant="body2"
          color="textSecondary"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {when}
        </Typography>
      )}
    </>
  );
}

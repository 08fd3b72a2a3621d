import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useShowProtocolVersionQuery, type ProtocolText } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ConsentText } from '@/components/ConsentText';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { AgreeDialog } from '@/features/protocols/dialogs';
import { formatDate, formatInstant } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

/** A signed version whole, to be read, and by a provider to be signed. */
export function VersionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useShowProtocolVersionQuery(id, { refetchOnMountOrArgChange: true });
  const [signing, setSigning] = useState(false);
  const { currentData: text } = query;
  return (
    <ViewDialog
      title={text ? `${text.version.title}, v${text.version.number}` : 'Protocol'}
      label="Protocol"
      actions={
        text?.may_agree && (
          <Button variant="outlined" onClick={() => setSigning(true)}>
            Sign as provider
          </Button>
        )
      }
      onClose={onClose}
    >
      {text ? (
        <Text text={text} />
      ) : query.isError ? (
        <QueryFailure what="The protocol could not be loaded." query={query} />
      ) : (
        <PartSkeleton label="Loading the protocol" height={200} />
      )}
      {signing && text && <AgreeDialog text={text} onClose={() => setSigning(false)} />}
    </ViewDialog>
  );
}

function Text({ text: { version, service, body, signature, agreed_at } }: { text: ProtocolText }) {
  const zone = useTimeZone();
  const { signed_by, signed_at, valid_from, valid_until, retired_at, retired_by, retired_for } =
    version;
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary">{`${service}. Valid from ${formatDate(valid_from)} until ${formatDate(valid_until)}.`}</Typography>
      {retired_at && (
        <Typography color="error">{`Retired by ${retired_by ?? 'a director'}, ${formatInstant(retired_at, zone)}: ${retired_for ?? ''}`}</Typography>
      )}
      <ConsentText label="Text of the protocol" html={body} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box
          component="img"
          src={signature}
          alt={`Signature of ${signed_by}`}
          sx={{ height: 44, maxWidth: 180, borderRadius: 1, ...paperForInk }}
        />
        <Typography variant="body2">
          {signed_by}, Medical Director
          <br />
          {formatInstant(signed_at, zone)}
        </Typography>
      </Box>
      {agreed_at && (
        <Typography>{`You signed this version on ${formatInstant(agreed_at, zone)}.`}</Typography>
      )}
    </Stack>
  );
}

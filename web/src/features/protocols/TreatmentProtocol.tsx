import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListOwnProtocolsQuery, type OwnProtocol } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { StatusChip } from '@/components/StatusChip';
import { WordButton } from '@/components/WordButton';
import { VersionDialog } from '@/features/protocols/dialogs';
import { inForceWords } from '@/features/protocols/protocolWords';

export interface TreatmentProtocolProps {
  /** The chosen service. */
  service: string;
  /** Told whether the clinic refuses a treatment with it now. */
  onBlocked: (blocked: boolean) => void;
}

/** The version of the protocol with which the treatment will be recorded, or why it cannot be signed and who may let it pass. */
export function TreatmentProtocol({ service, onBlocked }: TreatmentProtocolProps) {
  const may = usePermissions().may('treatment.create');
  const query = useListOwnProtocolsQuery(undefined, {
    skip: !may,
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  const { currentData } = query;
  const own = currentData?.services.find((one) => one.service === service);
  const blocked = own !== undefined && own.obstacle !== null && own.lifted === null;
  useEffect(() => onBlocked(blocked), [blocked, onBlocked]);
  if (!currentData) {
    if (query.isError)
      return <QueryFailure what="The protocol could not be loaded." query={query} />;
    return may ? <PartSkeleton label="Looking up the protocol" height={32} /> : null;
  }
  return own ? <Notice own={own} directors={currentData.directors} /> : null;
}

function Notice({ own, directors }: { own: OwnProtocol; directors: readonly string[] }) {
  const { service, version, obstacle, lifted, awaits } = own;
  const [reading, setReading] = useState(false);
  const dialog = reading && version && (
    <VersionDialog id={version.id} onClose={() => setReading(false)} />
  );
  if (obstacle === null) {
    if (!version || own.state === 'scheduled') return null;
    return (
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}
      >
        <StatusChip
          tone={own.state === 'expiring' ? 'warning' : 'success'}
          label={inForceWords(version)}
        />
        <WordButton
          label="Read"
          name={`Read the protocol for ${service}`}
          onPress={() => setReading(true)}
        />
        {dialog}
      </Stack>
    );
  }
  return (
    <Alert severity={lifted ? 'info' : 'warning'} role="status" sx={{ overflowWrap: 'anywhere' }}>
      {lifted
        ? `${lifted.given_by} lets ${service} pass for today, and the treatment keeps this: ${lifted.reason}`
        : `${obstacle} ${whoMay(directors)}`}
      {version && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, pt: 1 }}>
          <Button variant="outlined" color="inherit" onClick={() => setReading(true)}>
            {awaits ? 'Read and sign the protocol' : 'Read the protocol'}
          </Button>
        </Stack>
      )}
      {dialog}
    </Alert>
  );
}

function whoMay(directors: readonly string[]): string {
  if (directors.length === 0) return 'There is no other Medical Director at this clinic.';
  return `Ask ${directors.join(' or ')}.`;
}

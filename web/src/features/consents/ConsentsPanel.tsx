import { memo } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';

const useConsents = lazyCode(async () => (await import('@/features/consents/Consents')).Consents);

export const preloadConsents = useConsents.preload;

/** A patient's consents. Nothing of them can be done without a network, so their code is fetched at the same time as they are. */
export const ConsentsPanel = memo(function ConsentsPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  if (!may('consent.list'))
    return (
      <Panel title="Digital Consents">
        <NoPermission what="patients' consents" />
      </Panel>
    );
  return (
    <Panel title="Digital Consents" anchor="consents">
      <Content patientId={patientId} />
    </Panel>
  );
});

function Content({ patientId }: { patientId: number }) {
  const { code: Consents, failed, retry } = useConsents();
  if (failed)
    return (
      <LoadFailure what="The consents could not be loaded." transient={false} onRetry={retry} />
    );
  return Consents ? (
    <Consents patientId={patientId} />
  ) : (
    <PartSkeleton label="Loading the consents" height={188} />
  );
}

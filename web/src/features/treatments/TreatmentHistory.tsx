import { memo } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';

const useTreatmentList = lazyCode(
  async () => (await import('@/features/treatments/TreatmentList')).TreatmentList,
);

export const preloadTreatmentHistory = useTreatmentList.preload;

/** What was done so far. Below the form, so that its code is fetched once the form is drawn. */
export const TreatmentHistory = memo(function TreatmentHistory({
  patientId,
}: {
  patientId: number;
}) {
  const { may } = usePermissions();
  return (
    <Panel title="Treatment History" anchor="treatments">
      {may('treatment.list') ? (
        <History patientId={patientId} />
      ) : (
        <NoPermission what="the treatment history" />
      )}
    </Panel>
  );
});

function History({ patientId }: { patientId: number }) {
  const { code: TreatmentList, failed, retry } = useTreatmentList();
  if (failed)
    return (
      <LoadFailure what="The treatments could not be loaded." transient={false} onRetry={retry} />
    );
  return TreatmentList ? (
    <TreatmentList patientId={patientId} />
  ) : (
    <PartSkeleton label="Loading the treatments" height={160} />
  );
}

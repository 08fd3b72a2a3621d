import { memo } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PointsAccount } from '@/features/loyalty/PointsAccount';

/** A patient's loyalty points on the record. */
export const PatientPoints = memo(function PatientPoints({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  return (
    <Panel title="Loyalty Points" anchor="points">
      {may('loyalty.balance.read') ? (
        <PointsAccount patientId={patientId} />
      ) : (
        <NoPermission what="the patients’ points" />
      )}
    </Panel>
  );
});

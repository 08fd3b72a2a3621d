import type { LoyaltyBalance } from '@/api/generated';
import { ViewDialog } from '@/components/ViewDialog';
import { PointsAccount } from '@/features/loyalty/PointsAccount';

/** A patient's points from the list of balances, with the statement. */
export function PointsViewDialog({
  balance: { patient_id, first_name, last_name },
  onClose,
}: {
  balance: LoyaltyBalance;
  onClose: () => void;
}) {
  return (
    <ViewDialog title={`Points of ${first_name} ${last_name}`} label="Points" onClose={onClose}>
      <PointsAccount patientId={patient_id} statementOpen />
    </ViewDialog>
  );
}

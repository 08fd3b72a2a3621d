import type { LoyaltyRule } from '@/api/generated';
import { FieldChangesDialog } from '@/components/FieldChangesDialog';

/** Who changed what a service earns. */
export function RuleChanges({
  rule: { id, service },
  onClose,
}: {
  rule: LoyaltyRule;
  onClose: () => void;
}) {
  return (
    <FieldChangesDialog
      record="loyalty_rule"
      id={id}
      name={`the rule for ${service}`}
      labels={labels}
      onClose={onClose}
    />
  );
}

const labels = { service: 'Service', points: 'Points' };

import {
  useDeleteLoyaltyRuleMutation,
  useSaveLoyaltyRuleMutation,
  type LoyaltyRule,
} from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { countPoints } from '@/features/loyalty/ruleForm';
import { useServiceChoices } from '@/features/services';

interface Props {
  rule: LoyaltyRule;
  onClose: () => void;
}

/** Removes what a service earns, after asking. A service that is not offered any more gets no rule back. */
export function DeleteRule({ rule: { id, service, points, version }, onClose }: Props) {
  const [remove] = useDeleteLoyaltyRuleMutation();
  const [save] = useSaveLoyaltyRuleMutation();
  const { services } = useServiceChoices();
  const undo = () => save({ newLoyaltyRule: { service, points }, 'If-Match': '0' }).unwrap();
  return (
    <ConfirmRequestDialog
      question={`Delete the rule for ${service}?`}
      detail={`${service} earns ${countPoints(points)} now, and none from then on. Points that patients have earned stay.`}
      confirmLabel="Delete"
      request={() => remove({ id, 'If-Match': String(version) }).unwrap()}
      success={`The rule for ${service} was deleted.`}
      undo={services.includes(service) ? undo : undefined}
      failurePrefix="Not deleted."
      onClose={onClose}
    />
  );
}

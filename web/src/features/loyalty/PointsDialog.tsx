import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useAdjustPointsMutation,
  useRedeemPointsMutation,
  type LoyaltyEntry,
  type PatientPoints,
} from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import {
  adjustForm,
  blank,
  pointsFields,
  redeemForm,
  type PointsInput,
  type PointsPayload,
} from '@/features/loyalty/pointsForm';
import { countPoints } from '@/features/loyalty/ruleForm';
import { useUndoEntry } from '@/features/loyalty/useUndoEntry';
import { formatPrice } from '@/lib/money';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  points: PatientPoints;
  onClose: () => void;
}

/** Uses points as credit at the desk: one point is a dollar. */
export function RedeemDialog({
  points: { patient_id: patientId, points: balance, fewest_redeemed: fewest },
  onClose,
}: Props) {
  const [redeem] = useRedeemPointsMutation();
  return (
    <PointsDialog
      title="Redeem points"
      submitLabel="Redeem"
      resolver={zodResolver(redeemForm(fewest))}
      reasonLabel="What for (optional)"
      pointsHint={`${countPoints(balance)} to use, ${fewest} at least. One point is ${formatPrice(1)} of credit; points are never paid out.`}
      send={(redeemPoints) => redeem({ patientId, redeemPoints }).unwrap()}
      done={({ points }) => `${countPoints(-points)} redeemed: ${formatPrice(-points)} of credit.`}
      onClose={onClose}
    />
  );
}

/** Gives or takes points by hand. */
export function AdjustDialog({
  points: { patient_id: patientId, points: balance },
  onClose,
}: Props) {
  const [adjust] = useAdjustPointsMutation();
  return (
    <PointsDialog
      title="Adjust points"
      submitLabel="Save adjustment"
      resolver={zodResolver(adjustForm)}
      reasonLabel="Reason"
      reasonRequired
      pointsHint={`The balance is ${countPoints(balance)}. With a minus, points are taken: -10.`}
      send={(adjustPoints) => adjust({ patientId, adjustPoints }).unwrap()}
      done={({ points }) =>
        points > 0 ? `${countPoints(points)} given.` : `${countPoints(-points)} taken.`
      }
      onClose={onClose}
    />
  );
}

interface DialogProps {
  title: string;
  submitLabel: string;
  resolver: Resolver<PointsInput, unknown, PointsPayload>;
  reasonLabel: string;
  reasonRequired?: boolean;
  pointsHint: string;
  send: (payload: PointsPayload) => Promise<LoyaltyEntry>;
  /** The notice's text. */
  done: (entry: LoyaltyEntry) => string;
  onClose: () => void;
}

function PointsDialog({
  title,
  submitLabel,
  resolver,
  reasonLabel,
  reasonRequired = false,
  pointsHint,
  send,
  done,
  onClose,
}: DialogProps) {
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm<PointsInput, unknown, PointsPayload>({ resolver, defaultValues: blank });
  const [problem, setProblem] = useState<string>();
  const announce = useUndoEntry();

  const submit = handleSubmit(async (payload) => {
    setProblem(undefined);
    try {
      const entry = await send(payload);
      announce(done(entry), entry);
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error(`${title} failed`, failure);
      const reason = applyServerErrors(failure, setError, pointsFields);
      if (reason !== undefined) setProblem(`Not saved yet. ${reason}`);
    }
  });

  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      submitting={isSubmitting}
      error={problem}
      dirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="points"
        label="Points"
        inputMode="numeric"
        autoComplete="off"
        required
        autoFocus
        hint={pointsHint}
      />
      <FormText
        control={control}
        name="reason"
        label={reasonLabel}
        autoComplete="off"
        required={reasonRequired}
      />
      <Typography color="textSecondary" variant="body2">
        The reason stays on the statement with your name and the time.
      </Typography>
    </FormDialog>
  );
}

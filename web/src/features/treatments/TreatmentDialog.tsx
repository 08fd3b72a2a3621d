import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import {
  useAddTreatmentAddendumMutation,
  useVoidTreatmentMutation,
  type Treatment,
  type TreatmentReview,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ViewDialog } from '@/components/ViewDialog';
import { ReportDialog } from '@/features/adverse-events';
import { Addenda, AddendumDialog, VoidDialog, VoidedNote } from '@/features/corrections';
import { SignedCopies } from '@/features/documents';
import { ReturnNote } from '@/features/review';
import { DetailsList } from '@/features/treatments/DetailsList';
import { DirectorStatus } from '@/features/treatments/DirectorStatus';
import { formatInstant, formatInstantDate } from '@/lib/dates';

interface Props {
  treatment: Treatment;
  /** Its state in the review, while no director has approved it. */
  review: TreatmentReview | undefined;
  zone: string;
  /** Answers the director's comment. */
  onAnswer: () => void;
  onClose: () => void;
}

/** A whole treatment with its addenda and its void, and the actions that are possible. */
export function TreatmentDialog({ treatment, review, zone, onAnswer, onClose }: Props) {
  const {
    id,
    patient_id,
    treatment_type,
    areas,
    provider_name,
    created_at,
    director_name,
    approved_at,
    voided,
    may_void,
  } = treatment;
  const { may } = usePermissions();
  const [correcting, setCorrecting] = useState<'addendum' | 'event' | 'void' | null>(null);
  const [add] = useAddTreatmentAddendumMutation();
  const [voidTreatment] = useVoidTreatmentMutation();
  const name = `${treatment_type}, ${formatInstantDate(created_at, zone)}`;
  const stop = () => setCorrecting(null);
  return (
    <ViewDialog
      title={name}
      label="Treatment"
      keepsHeight
      actions={
        <>
          {may('adverse_event.create') && (
            <Button onClick={() => setCorrecting('event')}>Report an adverse event</Button>
          )}
          {may_void && (
            <Button color="error" onClick={() => setCorrecting('void')}>
              Void
            </Button>
          )}
          {may('treatment.create') && !voided && (
            <Button variant="outlined" onClick={() => setCorrecting('addendum')}>
              Add addendum
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <Stack spacing={2.5}>
        {voided && <VoidedNote voided={voided} zone={zone} />}
        <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
          <DirectorStatus treatment={treatment} review={review} />
          <Typography color="textSecondary">{`Recorded and signed by ${provider_name}, ${formatInstant(created_at, zone)}.`}</Typography>
          {director_name && (
            <Typography color="textSecondary">{`Approved and signed by ${director_name}, ${formatInstant(approved_at, zone)}.`}</Typography>
          )}
        </Stack>
        {review?.returned && (
          <ReturnNote
            returned={review.returned}
            zone={zone}
            action={review.may_answer && <Button onClick={onAnswer}>Answer</Button>}
          />
        )}
        <div>
          <div>
            <Typography component="span" color="textSecondary">
              {'Areas: '}
            </Typography>
            {areas ?? '—'}
          </div>
          <DetailsList treatment={treatment} />
        </div>
        <SignedCopies of="treatment" id={id} />
        <Addenda to={{ record: 'treatments', id }} zone={zone} />
      </Stack>
      {correcting === 'addendum' && (
        <AddendumDialog
          of={name}
          add={(addendum) => add({ id, newAddendum: addendum }).unwrap()}
          onClose={stop}
        />
      )}
      {correcting === 'event' && (
        <ReportDialog patientId={patient_id} treatment={id} onClose={stop} />
      )}
      {correcting === 'void' && (
        <VoidDialog
          what="treatment"
          of={name}
          detail="It stays in the history, marked as voided. It can no longer be approved, and the points that it earned are taken back."
          request={(signed) => voidTreatment({ id, newVoid: signed }).unwrap()}
          onClose={stop}
        />
      )}
    </ViewDialog>
  );
}

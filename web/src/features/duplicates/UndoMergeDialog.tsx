import {
  usePreviewUndoQuery,
  useUndoMergeMutation,
  type MergedPatient,
  type UndoPreview,
} from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { fullName } from '@/features/duplicates/likeness';
import { movesInWords } from '@/features/duplicates/merging';
import { recordLabels, type RecordField } from '@/lib/recordForm';

interface Props {
  patientId: number;
  merged: MergedPatient;
  onClose: () => void;
}

/** Shows what undoing a merge brings back and what stays, and undoes it; or why it cannot be undone. */
export function UndoMergeDialog({ patientId, merged, onClose }: Props) {
  const query = usePreviewUndoQuery(
    { id: patientId, other: merged.patient_id },
    { refetchOnMountOrArgChange: true },
  );
  const [undo] = useUndoMergeMutation();
  const name = `${fullName(merged)}, number ${merged.patient_id}`;
  const question = `Undo the merge of ${name}?`;
  const { currentData: preview } = query;
  if (!preview) {
    return (
      <ViewDialog title={question} label="What undoing the merge does" onClose={onClose}>
        <QueryFailure what="The preview could not be loaded." query={query} />
        {query.isFetching && <PageSkeleton />}
      </ViewDialog>
    );
  }
  if (preview.refusal !== null) {
    return (
      <ViewDialog title={`The merge of ${name} cannot be undone now`} label="Why" onClose={onClose}>
        {preview.refusal}
      </ViewDialog>
    );
  }
  return (
    <ConfirmRequestDialog
      question={question}
      detail={inWords(preview)}
      confirmLabel="Undo the merge"
      request={() => undo({ id: patientId, other: merged.patient_id }).unwrap()}
      success={`${name}, has a record of its own again`}
      failurePrefix="Not undone."
      onClose={onClose}
    />
  );
}

function inWords({ returns, stays, survivor_points, other_points, fields }: UndoPreview): string {
  // The points of each record are shown separately.
  const back = movesInWords({ ...returns, points: 0 });
  const kept = movesInWords({ ...stays, points: 0 });
  const changed = fields.map(
    ({ field, to }) => `${recordLabels[field as RecordField] ?? field}: ${to ?? 'nothing'}`,
  );
  return [
    back
      ? `The other record comes back with ${back}.`
      : 'The other record comes back; nothing was recorded in it.',
    kept
      ? `This was entered since the merge and stays here: ${kept}.`
      : 'Nothing was entered here since the merge.',
    changed.length > 0 && `These fields get their earlier values back: ${changed.join('; ')}.`,
    (survivor_points !== 0 || other_points !== 0) &&
      `Points afterwards: ${survivor_points} here, ${other_points} in the other record.`,
  ]
    .filter(Boolean)
    .join(' ');
}

import Alert from '@mui/material/Alert';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useMergePatientMutation,
  usePreviewMergeQuery,
  useUndoMergeMutation,
  type MergePreview,
  type PatientRecord,
} from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { fullName } from '@/features/duplicates/likeness';
import {
  choicesOf,
  inWords,
  mayBeKept,
  movesInWords,
  survivorOf,
  takenFrom,
  type FieldChoices,
} from '@/features/duplicates/merging';
import { useNotify } from '@/lib/notices';
import { recordLabels } from '@/lib/recordForm';

interface Props {
  first: ChosenPatient;
  second: ChosenPatient;
  onClose: () => void;
}

const named = (patient: Pick<PatientRecord, 'id' | 'first_name' | 'last_name'>) =>
  `${fullName(patient)}, number ${patient.id}`;
const archived = (patient: PatientRecord) => (patient.archived ? ', archived' : '');

/** Makes one record of two: which is kept, which value of each field that differs, and what the kept one then holds as well. */
export function MergeDialog({ first, second, onClose }: Props) {
  const query = usePreviewMergeQuery(
    { id: first.id, other: second.id },
    { refetchOnMountOrArgChange: true },
  );
  const { data: preview, isFetching, refetch } = query;
  const [wanted, setWanted] = useState<number>();
  const kept = preview ? survivorOf(preview, wanted) : first.id;
  const [chosen, setChosen] = useState<FieldChoices>({});
  const [alert, setAlert] = useState<string>();
  const [merge, { isLoading }] = useMergePatientMutation();
  const [undoMerge] = useUndoMergeMutation();
  const notify = useNotify(`merge ${first.id} ${second.id}`);
  const withReauthentication = useReauthentication();

  const save = async ({ survivor, other }: MergePreview) => {
    setAlert(undefined);
    const [to, from] =
      kept === survivor.patient.id
        ? [survivor.patient, other.patient]
        : [other.patient, survivor.patient];
    try {
      const patientMerging = {
        other_id: from.id,
        version: to.version,
        other_version: from.version,
        from_other: takenFrom(to, from, chosen),
      };
      await withReauthentication(() => merge({ id: to.id, patientMerging }).unwrap());
      notify({
        tone: 'success',
        text: `Number ${from.id} is merged into ${named(to)}`,
        undo: () => withReauthentication(() => undoMerge({ id: to.id, other: from.id }).unwrap()),
      });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === reauthenticationCancelled.code) return;
      if (failure.status === 412) void refetch();
      setAlert(
        failure.status === 412
          ? 'Not merged yet. Somebody has changed one of the records meanwhile; compare them again.'
          : `Not merged. ${failure.message}`,
      );
    }
  };

  return (
    <FormDialog
      open
      title={`Merge ${first.name} and ${second.name}`}
      submitLabel="Merge"
      submitting={isLoading || (preview !== undefined && isFetching)}
      dirty={wanted !== undefined || Object.keys(chosen).length > 0}
      error={alert}
      maxWidth="md"
      onSubmit={() => preview && void save(preview)}
      onClose={onClose}
    >
      <QueryFailure what="The records could not be compared." query={query} />
      {preview ? (
        <Comparison
          preview={preview}
          kept={kept}
          keep={setWanted}
          chosen={chosen}
          choose={setChosen}
        />
      ) : (
        isFetching && <PageSkeleton />
      )}
    </FormDialog>
  );
}

interface ComparisonProps {
  preview: MergePreview;
  kept: number;
  keep: (id: number) => void;
  chosen: FieldChoices;
  choose: (chosen: FieldChoices) => void;
}

function Comparison({ preview: { survivor, other }, kept, keep, chosen, choose }: ComparisonProps) {
  const sides = [survivor, other];
  const [to, from] = kept === survivor.patient.id ? [survivor, other] : [other, survivor];
  const moves = movesInWords(from.records);
  const [born, bornToo] = sides.map(({ patient }) => patient.birth_date);
  return (
    <>
      {born && bornToo && born !== bornToo && (
        <Alert severity="warning">
          Their birth dates differ. Merge them only if one of the dates is a mistake.
        </Alert>
      )}
      <Choice
        label="Which record is kept?"
        value={kept}
        onChange={keep}
        options={sides.map(({ patient }) => ({
          id: patient.id,
          words: `${named(patient)}${archived(patient)}`,
          disabled: !mayBeKept(patient, sides),
        }))}
      />
      {sides.some(({ patient }) => !mayBeKept(patient, sides)) && (
        <Typography variant="body2" color="textSecondary">
          An active record cannot be merged into an archived one. To keep the archived record,
          restore it first.
        </Typography>
      )}
      {choicesOf(to.patient, from.patient, chosen).map(({ field, side }) => (
        <Choice
          key={field}
          label={recordLabels[field]}
          value={side}
          onChange={(id) => choose({ ...chosen, [field]: id })}
          options={sides.map(({ patient }) => ({
            id: patient.id,
            words: inWords(patient, field),
            of: named(patient),
          }))}
        />
      ))}
      <Alert severity="info">
        {moves
          ? `The record of ${named(to.patient)} then also holds ${moves}. `
          : `Nothing was recorded about ${named(from.patient)}. `}
        {`Number ${from.patient.id} leaves the lists, and its address leads to the record that is kept. Signed documents do not change, and for 30 days the merge can be undone.`}
      </Alert>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: number;
  onChange: (id: number) => void;
  options: readonly { id: number; words: string; of?: string; disabled?: boolean }[];
}

/** One of the two patients, for the record itself or for a field of it. */
function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChange(Number(chosen))}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.id}
            value={option.id}
            disabled={option.disabled ?? false}
            control={<Radio />}
            sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
            label={
              <>
                {option.words}
                {option.of && (
                  <>
                    {' '}
                    <Typography
                      component="span"
                      variant="body2"
                      color="textSecondary"
                    >{`(${option.of})`}</Typography>
                  </>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

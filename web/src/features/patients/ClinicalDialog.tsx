import { zodResolver } from '@hookform/resolvers/zod';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useController, useForm, type Control, type FieldValues } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useAnswerClinicalListMutation,
  useWithdrawClinicalAnswerMutation,
  useLazyShowClinicalListsQuery,
  type ClinicalKind,
  type ClinicalList,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import {
  answersTo,
  clinicalForm,
  fromList,
  noteLabels,
  toAnswer,
  type ClinicalForm,
} from '@/features/patients/clinicalForm';
import { answerWords, clinicalTitles } from '@/api/clinicalWords';
import { useNotify } from '@/lib/notices';

interface Props {
  patientId: number;
  kind: ClinicalKind;
  list: ClinicalList | null;
  onClose: () => void;
}

const questions: Record<ClinicalKind, string> = {
  allergies: 'Is the patient allergic to anything?',
  medications: 'Does the patient take any medication?',
  conditions: 'Does the patient have any medical condition?',
  pregnancy: 'Is the patient pregnant or breastfeeding?',
};

/** Records what the patient answers now. The earlier answers stay. */
export function ClinicalDialog({ patientId, kind, list: opened, onClose }: Props) {
  const [list, setList] = useState(opened);
  const [theirs, setTheirs] = useState<ClinicalList>();
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty },
  } = useForm({ resolver: zodResolver(clinicalForm), defaultValues: fromList(opened) });
  const {
    field: { ref, ...answer },
    fieldState: { error },
  } = useController({ control, name: 'answer' });
  const [send, { isLoading }] = useAnswerClinicalListMutation();
  const [withdraw] = useWithdrawClinicalAnswerMutation();
  const [reload] = useLazyShowClinicalListsQuery();
  const [alert, setAlert] = useState<string>();
  const notify = useNotify('clinical list');
  const title = clinicalTitles[kind];

  const save = handleSubmit(async (typed) => {
    setAlert(undefined);
    try {
      const made = await send({
        id: patientId,
        kind,
        'If-Match': String(list?.version ?? 0),
        newClinicalAnswer: toAnswer(typed),
      }).unwrap();
      const seen = { id: patientId, kind, 'If-Match': String(made.version) };
      // Nothing is deleted: a further answer repeats the former one, and a first one is withdrawn and stays in the
      // history.
      const undo = () =>
        (list
          ? send({ ...seen, newClinicalAnswer: toAnswer(fromList(list)) })
          : withdraw(seen)
        ).unwrap();
      notify({ tone: 'success', text: `${title} recorded`, undo });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412) {
        const newest = (
          await reload(patientId)
            .unwrap()
            .catch(() => null)
        )?.[kind];
        if (newest) {
          setList(newest);
          setTheirs(newest);
        }
        setAlert(
          'Not saved yet. Somebody else has recorded an answer meanwhile; it is shown below. What you entered is still here: check it and save again.',
        );
        return;
      }
      if (failure.fields['entries'])
        setError('entries.0.name', { message: failure.fields['entries'] });
      setAlert(`Not saved yet. ${failure.message}`);
    }
  });

  return (
    <FormDialog
      open
      title={title}
      submitLabel="Save answer"
      submitting={isLoading}
      dirty={isDirty}
      error={alert}
      onSubmit={save}
      onClose={onClose}
    >
      {theirs && (
        <Box
          sx={{
            p: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            overflowWrap: 'anywhere',
          }}
        >
          {`${theirs.asked_by} recorded: ${theirs.entries.length > 0 ? theirs.entries.map(({ name, note }) => (note ? `${name} (${note})` : name)).join(', ') : answerWords[theirs.answer]}`}
        </Box>
      )}
      <FormControl error={error !== undefined}>
        <FormLabel id="clinical-question">{questions[kind]}</FormLabel>
        <RadioGroup {...answer} aria-labelledby="clinical-question">
          {answersTo(kind).map((value, place) => (
            <FormControlLabel
              key={value}
              value={value}
              label={value === 'listed' ? 'Yes, as listed' : answerWords[value]}
              sx={{ minHeight: 44 }}
              control={<Radio slotProps={place === 0 ? { input: { ref } } : {}} />}
            />
          ))}
        </RadioGroup>
        {error && <FormHelperText>{error.message}</FormHelperText>}
      </FormControl>
      {kind !== 'pregnancy' && answer.value === 'listed' && (
        <EntryLines control={control} kind={kind} />
      )}
    </FormDialog>
  );
}

/** The lines of a list, each with its note. */
function EntryLines({
  control,
  kind,
}: {
  control: Control<ClinicalForm, unknown, FieldValues>;
  kind: keyof typeof noteLabels;
}) {
  const {
    field: { value: entries, onChange },
  } = useController({ control, name: 'entries' });
  const one = clinicalTitles[kind].replace(/ies$/, 'y').replace(/s$/, '');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {entries.map((_entry, place) => (
        <Box
          // eslint-disable-next-line react/no-array-index-key -- a line has nothing else that names it, and keeps its place
          key={place}
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: '1fr auto', sm: '1fr 1fr auto' },
            alignItems: 'start',
          }}
        >
          <FormText
            control={control}
            name={`entries.${place}.name`}
            label={`${one} ${place + 1}`}
            autoComplete="off"
          />
          <Box sx={{ gridColumn: { xs: '1', sm: 'auto' } }}>
            <FormText
              control={control}
              name={`entries.${place}.note`}
              label={noteLabels[kind]}
              autoComplete="off"
            />
          </Box>
          <IconButton
            aria-label={`Remove line ${place + 1}`}
            disabled={entries.length === 1}
            onClick={() => onChange(entries.filter((_other, at) => at !== place))}
            sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' } }}
          >
            <Close />
          </IconButton>
        </Box>
      ))}
      <Box>
        <Button
          onClick={() => onChange([...entries, { name: '', note: '' }])}
          disabled={entries.length >= 100}
        >
          Add a line
        </Button>
      </Box>
    </Box>
  );
}

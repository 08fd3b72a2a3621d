import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useAddPatientNoteMutation,
  useChangePatientNoteMutation,
  useLazyListPatientNotesPageQuery,
  type PatientNote,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import {
  blankNote,
  fromNote,
  kindOptions,
  noteFields,
  noteForm,
  noteLabels,
  type NoteForm,
} from '@/features/record/noteForm';
import { formatInstant } from '@/lib/dates';
import { mergeChangedRow } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  patientId: number;
  /** The note to change; absent for a new one. */
  note?: PatientNote | undefined;
  onClose: () => void;
}

/** Adds a note or an alert, or changes its text. */
export function NoteDialog({ patientId, note: opened, onClose }: Props) {
  const notify = useNotify('patient note');
  const [add, adding] = useAddPatientNoteMutation();
  const [change, changing] = useChangePatientNoteMutation();
  const lookUp = useLookUp(patientId);
  const [note, setNote] = useState(opened);
  /** What somebody else has made of the text meanwhile. */
  const [theirs, setTheirs] = useState<PatientNote>();
  const [notSaved, setNotSaved] = useState<string>();
  const form = useForm<NoteForm>({
    resolver: zodResolver(noteForm),
    defaultValues: note ? fromNote(note) : blankNote,
  });
  const { control, handleSubmit, setError, formState } = form;
  const word = (note?.kind ?? 'note') === 'alert' ? 'alert' : 'note';

  const saveChange = async (seen: PatientNote, body: string) => {
    const write = (version: number, text: string) =>
      change({
        id: patientId,
        note: seen.id,
        'If-Match': String(version),
        patientNoteChange: { body: text },
      }).unwrap();
    const { version } = await write(seen.version, body);
    notify({
      tone: 'success',
      text: word === 'alert' ? 'Alert changed.' : 'Note changed.',
      undo: () => write(version, seen.body),
    });
  };
  /** After a 412: takes over what somebody else saved, and keeps what was typed. */
  const loadNewest = async (seen: PatientNote) => {
    const { row, words } = mergeChangedRow(seen, await lookUp(seen.id), {
      form,
      read: fromNote,
      labels: noteLabels,
    });
    setNotSaved(words);
    if (row.body !== seen.body) setTheirs(row);
    setNote(row);
  };

  const save = handleSubmit(async ({ kind, body }) => {
    setNotSaved(undefined);
    try {
      if (note) {
        try {
          await saveChange(note, body);
        } catch (thrown) {
          if (asFailure(thrown).status !== 412) throw thrown;
          return await loadNewest(note);
        }
      } else {
        await add({ id: patientId, newPatientNote: { kind, body } }).unwrap();
        notify({ tone: 'success', text: kind === 'alert' ? 'Alert added.' : 'Note added.' });
      }
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('The note was not saved:', failure.status);
      setNotSaved(
        ['Not saved yet.', applyServerErrors(failure, setError, noteFields)]
          .filter(Boolean)
          .join(' '),
      );
    }
  });

  return (
    <FormDialog
      open
      title={note ? `Edit ${word}` : 'Add note'}
      submitLabel={note ? 'Save changes' : 'Add note'}
      submitting={adding.isLoading || changing.isLoading}
      error={notSaved}
      dirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      {theirs && <NewerVersion note={theirs} />}
      {!note && <FormSelect control={control} name="kind" label="Kind" options={kindOptions} />}
      <FormArea control={control} name="body" label="Text" required minRows={4} maxRows={14} />
    </FormDialog>
  );
}

/** The text that somebody else saved, whole, beside what was typed. */
function NewerVersion({ note: { body, changed_by, changed_at } }: { note: PatientNote }) {
  const zone = useTimeZone();
  return (
    <Box
      component="section"
      aria-label="Saved by somebody else"
      sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Typography
        variant="body2"
        color="textSecondary"
      >{`Saved by ${changed_by ?? 'somebody else'}, ${formatInstant(changed_at, zone)}`}</Typography>
      <Typography
        sx={{
          mt: 0.5,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          maxHeight: 240,
          overflowY: 'auto',
        }}
      >
        {body}
      </Typography>
    </Box>
  );
}

/** Fetches one note as it is now. A list is all that there is: its first page has every pinned note and alert, any other follows its id. */
function useLookUp(patientId: number) {
  const [list] = useLazyListPatientNotesPageQuery();
  return async (note: number) => {
    const first = await list({ id: patientId, limit: 1 }).unwrap();
    const own = await list({ id: patientId, limit: 1, after: note + 1 }).unwrap();
    return [...first, ...own];
  };
}

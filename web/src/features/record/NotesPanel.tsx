import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import { memo, useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListPatientNotesInfiniteQuery, type PatientNote } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { WordButton } from '@/components/WordButton';
import { NoteRow } from '@/features/record/NoteRow';
import { useNoteActions } from '@/features/record/useNoteActions';

const NoteDialog = lazyDialog(
  async () => (await import('@/features/record/NoteDialog')).NoteDialog,
);

const NoteVersionsDialog = lazyDialog(
  async () => (await import('@/features/record/NoteVersionsDialog')).NoteVersionsDialog,
);

const RemovedNotesDialog = lazyDialog(
  async () => (await import('@/features/record/RemovedNotesDialog')).RemovedNotesDialog,
);

/** Free notes about the patient: alerts first, then pinned ones, then the newest. */
export const NotesPanel = memo(function NotesPanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const [adding, setAdding] = useState(false);
  const add = may('patient.note.write') && (
    <Button startIcon={<Add />} onClick={() => setAdding(true)}>
      Add note
    </Button>
  );
  return (
    <Panel title="Notes" anchor="notes" actions={may('patient.note.read') && add}>
      {may('patient.note.read') ? (
        <Notes patientId={patientId} />
      ) : (
        <NoPermission what="the notes about patients" />
      )}
      {adding && <NoteDialog patientId={patientId} onClose={() => setAdding(false)} />}
    </Panel>
  );
});

function Notes({ patientId }: { patientId: number }) {
  const query = useListPatientNotesInfiniteQuery(
    { id: patientId },
    { refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isError } = query;
  const mayWrite = usePermissions().may('patient.note.write');
  const [editing, setEditing] = useState<PatientNote | null>(null);
  const [reading, setReading] = useState<PatientNote | null>(null);
  const [listing, setListing] = useState(false);
  const { togglePin, remove } = useNoteActions(patientId);

  const failure = <QueryFailure what="The notes could not be loaded." query={query} />;
  if (!currentData)
    return isError ? failure : <PartSkeleton label="Loading the notes" height={96} />;
  const notes = rowsOf(currentData).toSorted((one, other) => rank(one) - rank(other));
  return (
    <>
      {failure}
      {notes.length === 0 && <EmptyState title="No notes yet" />}
      <Box
        component="ul"
        role="list"
        aria-label="Notes"
        hidden={notes.length === 0}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {notes.map((note) => (
          <NoteRow
            key={note.id}
            note={note}
            onVersions={() => setReading(note)}
            {...(mayWrite && {
              actions: {
                edit: () => setEditing(note),
                pin: () => void togglePin(note),
                remove: () => void remove(note),
              },
            })}
          />
        ))}
      </Box>
      <NextPageFailure what="The older notes could not be loaded." query={query} />
      <NextPageButton query={query} variant="outlined" sx={{ mt: 2 }}>
        Show more notes
      </NextPageButton>
      {mayWrite && (
        <Box sx={{ ml: -1, mt: 1 }}>
          <WordButton label="Removed notes" name="Removed notes" onPress={() => setListing(true)} />
        </Box>
      )}
      {reading && (
        <NoteVersionsDialog patientId={patientId} note={reading} onClose={() => setReading(null)} />
      )}
      {listing && <RemovedNotesDialog patientId={patientId} onClose={() => setListing(false)} />}
      {editing && (
        <NoteDialog patientId={patientId} note={editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

const rank = ({ kind, pinned }: PatientNote) => (kind === 'alert' ? 0 : pinned ? 1 : 2);

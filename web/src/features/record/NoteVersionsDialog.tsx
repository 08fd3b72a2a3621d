import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';

import { useListPatientNoteVersionsQuery, type PatientNote } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';

/** How many are listed: more than a note is ever changed. */
const maxVersions = 500;

/** What a note or an alert says, and what it said before each change: who wrote it, and when. */
export function NoteVersionsDialog({
  patientId,
  note,
  onClose,
}: {
  patientId: number;
  note: PatientNote;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const query = useListPatientNoteVersionsQuery(
    { id: patientId, note: note.id, limit: maxVersions },
    { refetchOnMountOrArgChange: true },
  );
  const { currentData: former, isError } = query;
  const now = {
    version: note.version,
    body: note.body,
    pinned: note.pinned,
    written_by: note.changed_by ?? note.author,
    written_at: note.changed_at ?? note.created_at,
  };
  const what = note.kind === 'alert' ? 'alert' : 'note';
  return (
    <ViewDialog title={`Versions of this ${what}`} label="Versions" onClose={onClose}>
      <QueryFailure what="The versions could not be loaded." of={query} />
      {!former && !isError && <PartSkeleton label="Loading the versions" height={120} />}
      <List disablePadding aria-label="Versions" hidden={!former}>
        {former &&
          [now, ...former].map(({ version, body, pinned, written_by, written_at }) => (
            <ListItem key={version} disableGutters divider>
              <ListItemText
                primary={body}
                secondary={`${version === now.version ? 'Now: ' : ''}${written_by}, ${formatInstant(written_at, zone)}${pinned ? ' · Pinned' : ''}`}
                slotProps={{
                  primary: { sx: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } },
                }}
              />
            </ListItem>
          ))}
      </List>
    </ViewDialog>
  );
}

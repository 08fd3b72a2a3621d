import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';

import { useListPatientNoteVersionsInfiniteQuery, type PatientNote } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useTimeZone } from '@/api/useTimeZone';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';

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
  const query = useListPatientNoteVersionsInfiniteQuery(
    { id: patientId, note: note.id },
    { refetchOnMountOrArgChange: true },
  );
  const { currentData, isError } = query;
  const former = rowsOf(currentData);
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
      <QueryFailure what="The versions could not be loaded." query={query} />
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
      <NextPageFailure what="The earlier versions could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ alignSelf: 'flex-start' }}>
        Show earlier versions
      </NextPageButton>
    </ViewDialog>
  );
}

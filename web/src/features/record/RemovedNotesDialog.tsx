import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useListRemovedPatientNotesInfiniteQuery,
  useRestorePatientNoteMutation,
  type RemovedPatientNote,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** The removed notes and ended alerts of a patient, each of which can be restored. */
export function RemovedNotesDialog({
  patientId,
  onClose,
}: {
  patientId: number;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const query = useListRemovedPatientNotesInfiniteQuery(
    { id: patientId },
    { refetchOnMountOrArgChange: true },
  );
  const { currentData, isError } = query;
  const notes = rowsOf(currentData);
  const [restore] = useRestorePatientNoteMutation();
  const notify = useNotify('patient note');
  const [busy, setBusy] = useState<number>();
  const putBack = async ({ id, kind }: RemovedPatientNote, button: HTMLElement) => {
    // The button goes with its row. Without the focus in the dialog, Escape would not close it.
    button.closest<HTMLElement>('[role="group"]')?.focus();
    setBusy(id);
    try {
      await restore({ id: patientId, note: id }).unwrap();
      notify({
        tone: 'success',
        text:
          kind === 'alert' ? 'The alert is in force again.' : 'The note is in the record again.',
      });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      notify({
        tone: 'error',
        text: `Not restored. ${status === 404 ? 'Somebody else has restored it meanwhile.' : message}`,
      });
    }
    setBusy(undefined);
  };
  return (
    <ViewDialog title="Removed notes" label="Removed notes" onClose={onClose}>
      <QueryFailure what="The removed notes could not be loaded." query={query} />
      {!notes && !isError && <PartSkeleton label="Loading the removed notes" height={120} />}
      {notes?.length === 0 && <Typography color="textSecondary">No note was removed.</Typography>}
      <List disablePadding aria-label="Removed notes" hidden={!notes?.length}>
        {notes?.map((note) => (
          <ListItem
            key={note.id}
            disableGutters
            divider
            sx={{ gap: 2, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
          >
            <ListItemText
              primary={note.kind === 'alert' ? `Alert: ${note.body}` : note.body}
              secondary={`${note.author}, ${formatInstant(note.created_at, zone)} · Removed ${note.removed_by ? `by ${note.removed_by}, ` : ''}${formatInstant(note.removed_at, zone)}`}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } } }}
            />
            <Button
              variant="outlined"
              loading={busy === note.id}
              disabled={busy !== undefined}
              onClick={({ currentTarget }) => void putBack(note, currentTarget)}
              aria-label={`Restore the ${note.kind} of ${note.author}, ${formatInstant(note.created_at, zone)}`}
              style={{ flexShrink: 0 }}
            >
              Restore
            </Button>
          </ListItem>
        ))}
      </List>
      <NextPageFailure what="The earlier ones could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ alignSelf: 'flex-start' }}>
        Show earlier ones
      </NextPageButton>
    </ViewDialog>
  );
}

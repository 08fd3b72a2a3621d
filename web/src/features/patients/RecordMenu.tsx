import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useDeletePatientMutation, type PatientRecord } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ConfirmRequestDialog } from '@/components/dialogs';
import { lazyDialog } from '@/components/lazyDialog';
import { ExportDialog, ExportMenuItem } from '@/features/documents';
import { MergeWithDialog } from '@/features/duplicates';
import { MessagesDialog } from '@/features/messages';
import { AddToWaitlist } from '@/features/waitlist';
import { paths } from '@/lib/paths';

const ArchiveDialog = lazyDialog(
  async () => (await import('@/features/patients/ArchiveDialog')).ArchiveDialog,
);

/** What is rarely done with a record: reading what was sent, archiving it, merging it with another one, or removing one that was added by mistake. */
export function RecordMenu({ patient }: { patient: PatientRecord }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [doing, setDoing] = useState<
    'archive' | 'export' | 'merge' | 'messages' | 'remove' | 'wait'
  >();
  const [remove] = useDeletePatientMutation();
  const navigate = useNavigate();
  const { may } = usePermissions();
  const name = `${patient.first_name} ${patient.last_name}`;
  const choose = (what: typeof doing) => {
    setAnchor(null);
    setDoing(what);
  };

  return (
    <>
      <IconButton
        aria-label="More about this record"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'More about this record' } }}
      >
        {may('appointment.create') && !patient.archived && (
          <MenuItem onClick={() => choose('wait')}>Add to the waitlist…</MenuItem>
        )}
        {may('message.read') && <MenuItem onClick={() => choose('messages')}>Messages…</MenuItem>}
        <ExportMenuItem onChoose={() => choose('export')} />
        {may('patient.archive') && !patient.archived && (
          <MenuItem onClick={() => choose('archive')}>Archive…</MenuItem>
        )}
        {may('patient.merge') && (
          <MenuItem onClick={() => choose('merge')}>Merge with another record…</MenuItem>
        )}
        {may('patient.archive') && (
          <MenuItem onClick={() => choose('remove')}>Remove a record added by mistake…</MenuItem>
        )}
      </Menu>
      {doing === 'wait' && (
        <AddToWaitlist patient={{ id: patient.id, name }} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'messages' && (
        <MessagesDialog patient={patient} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'export' && <ExportDialog patient={patient} onClose={() => setDoing(undefined)} />}
      {doing === 'archive' && (
        <ArchiveDialog patient={patient} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'merge' && (
        <MergeWithDialog patient={patient} onClose={() => setDoing(undefined)} />
      )}
      {doing === 'remove' && (
        <ConfirmRequestDialog
          question={`Remove ${name}?`}
          detail="Only a record that nothing was entered in can be removed; any other is archived instead."
          confirmLabel="Remove"
          request={async () => {
            await remove({ id: patient.id, 'If-Match': String(patient.version) }).unwrap();
            void navigate(paths.patients);
          }}
          success={`${name} was removed`}
          failurePrefix="Not removed."
          onClose={() => setDoing(undefined)}
        />
      )}
    </>
  );
}

import { useState } from 'react';

import { useUndoImportMutation, type ClientImport } from '@/api/generated';
import { Button } from '@/components/Button';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { counted } from '@/features/imports/importWords';

/** Undoes an import after a question. */
export function UndoImport({ found }: { found: ClientImport }) {
  const [asking, setAsking] = useState(false);
  const [undo] = useUndoImportMutation();
  const { id, version, file_name, added, filled } = found;
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => setAsking(true)}
        aria-label={`Undo the import of ${file_name}, number ${id}`}
      >
        Undo
      </Button>
      {asking && (
        <ConfirmRequestDialog
          question="Undo this import?"
          detail={`${counted(added, 'client')} will be removed${filled > 0 ? ` and ${counted(filled, 'record')} emptied again` : ''}. Clients with changes or entries since then stay, and are listed.`}
          confirmLabel="Undo the import"
          request={() => undo({ id, 'If-Match': String(version) }).unwrap()}
          success="The import is being undone."
          failurePrefix="Not undone."
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

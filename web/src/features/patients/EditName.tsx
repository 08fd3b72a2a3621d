import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef } from 'react';

import { EditTip } from '@/features/patients/EditTip';
import type { FieldEditing } from '@/features/patients/useFieldEditing';

/** Edits the name that a record's page has as its heading. */
export function EditName({ patientId, editing }: { patientId: number; editing: FieldEditing }) {
  const button = useRef<HTMLButtonElement>(null);
  const back = editing.backTo === 'name';
  useEffect(() => {
    if (back) button.current?.focus();
  }, [back]);
  return (
    <EditTip patientId={patientId} field="name">
      <IconButton ref={button} aria-label="Edit name" onClick={() => editing.open('name')}>
        <EditOutlined fontSize="small" />
      </IconButton>
    </EditTip>
  );
}

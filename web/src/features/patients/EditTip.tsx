import Tooltip from '@mui/material/Tooltip';
import { useState, type ReactElement } from 'react';

import {
  editableFields,
  type EditableField,
  type EditableKey,
} from '@/features/patients/editableFields';
import { useLastChanges } from '@/features/patients/useLastChanges';

interface Props {
  patientId: number;
  field: EditableKey;
  /** The button that edits it. */
  children: ReactElement;
}

/** Where there is no room for it beside the field, its button says who changed it last: to a pointer, to the focus, and to a long press. */
export function EditTip({ patientId, field, children }: Props) {
  const { label, fields }: EditableField = editableFields[field];
  const [looks, setLooks] = useState(false);
  const changed = useLastChanges(patientId, looks)(...fields);
  return (
    <Tooltip
      describeChild
      title={changed ?? `Edit ${label}`}
      onOpen={() => setLooks(true)}
      enterDelay={300}
      leaveTouchDelay={4000}
      slotProps={{ tooltip: { sx: solid } }}
    >
      {children}
    </Tooltip>
  );
}

/** MUI's own lets the words below it through. */
const solid = {
  bgcolor: 'text.primary',
  color: 'background.paper',
  fontSize: 13,
  maxWidth: 'calc(100vw - 32px)',
} as const;

import { useState } from 'react';

import type { PatientRecord } from '@/api/generated';
import type { EditableKey } from '@/features/patients/editableFields';

export interface FieldEditing {
  expanded: boolean;
  toggle: () => void;
  isOpen: (field: EditableKey) => boolean;
  /** The field whose button receives the focus, because its editor was closed. */
  backTo: EditableKey | undefined;
  open: (field: EditableKey) => void;
  close: (field: EditableKey, refocus?: boolean) => void;
  saved: (record: PatientRecord) => void;
}

/** Which fields of a record's header are being edited. What one has saved is the record at once, before it is fetched again. */
export function useFieldEditing(patient: PatientRecord): { record: PatientRecord; editing: FieldEditing } {
  const [expanded, setExpanded] = useState(false);
  const [opened, setOpened] = useState<readonly EditableKey[]>([]);
  const [backTo, setBackTo] = useState<EditableKey>();
  const [saved, setSaved] = useState<PatientRecord>();
  return {
    record: saved && saved.id === patient.id && saved.version > patient.version ? saved : patient,
    editing: {
      expanded,
      toggle: () => setExpanded(!expanded),
      isOpen: (field) => opened.includes(field),
      backTo,
      open: (field) => {
        setBackTo(undefined);
        setOpened((before) => [...before, field]);
      },
      close: (field, refocus) => {
        if (refocus) setBackTo(field);
        setOpened((before) => before.filter((one) => one !== field));
      },
      saved: setSaved,
    },
  };
}

import { useState } from 'react';

import type { EditableKey } from '@/features/patients/editableFields';

export interface FieldEditing {
  expanded: boolean;
  toggle: () => void;
  isOpen: (field: EditableKey) => boolean;
  /** The field whose button receives the focus, because its editor was closed. */
  backTo: EditableKey | undefined;
  open: (field: EditableKey) => void;
  close: (field: EditableKey, refocus?: boolean) => void;
}

/** Which fields of a record's header are being edited. */
export function useFieldEditing(): FieldEditing {
  const [expanded, setExpanded] = useState(false);
  const [opened, setOpened] = useState<readonly EditableKey[]>([]);
  const [backTo, setBackTo] = useState<EditableKey>();
  return {
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
  };
}

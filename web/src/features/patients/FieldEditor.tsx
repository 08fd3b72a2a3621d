import Check from '@mui/icons-material/Check';
import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';

import type { PatientRecord } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FieldChanges } from '@/components/fieldChanges';
import { FormText } from '@/components/FormText';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { PossibleDuplicates } from '@/features/duplicates';
import {
  editableFields,
  type EditableField,
  type EditableKey,
} from '@/features/patients/editableFields';
import { recordInWords } from '@/features/patients/recordWords';
import { useLastChanges } from '@/features/patients/useLastChanges';
import { usePatientForm } from '@/features/patients/usePatientForm';
import { today as todayIn } from '@/lib/dates';
import { recordLabels } from '@/lib/recordForm';

interface Props {
  patient: PatientRecord;
  field: EditableKey;
  /** `refocus`: the field's button receives the focus. */
  onClose: (refocus?: boolean) => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const types: Partial<Record<EditableField['fields'][number], string>> = {
  birth_date: 'date',
  phone: 'tel',
  emergency_phone: 'tel',
  email: 'email',
};

/** Edits a field where it stands: Enter saves, Escape gives up, Tab saves and goes on to the next field. */
export function FieldEditor({ patient, field, onClose, onNext, onPrevious }: Props) {
  const { label, fields }: EditableField = editableFields[field];
  const today = todayIn(useTimeZone());
  const lastChange = useLastChanges(patient.id);
  /** Where the focus goes once it is saved; back to the field's button unless Tab was pressed. */
  const then = useRef<() => void>(undefined);
  const leave = () => {
    onClose(then.current === undefined);
    then.current?.();
  };
  const { form, save, busy, question, alert, conflicts } = usePatientForm(patient, {
    fields,
    onSaved: () => {
      letGo();
      leave();
    },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const letGo = useUnsavedGuard(isDirty);
  const asks = question !== undefined || alert !== undefined || conflicts.length > 0;

  const submit = (next?: () => void) => {
    if (busy) return;
    then.current = next;
    if (isDirty) void save(false)();
    else leave();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      letGo();
      onClose(true);
    }
    // While there is something to decide, Tab leads to it.
    if (event.key !== 'Tab' || asks || event.altKey || event.ctrlKey || event.metaKey) return;
    const edge = event.shiftKey ? fields[0] : fields.at(-1);
    const go = event.shiftKey ? onPrevious : onNext;
    if (!go || (event.target as HTMLInputElement).name !== edge) return;
    event.preventDefault();
    submit(go);
  };
  const blur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // What was typed stays open; a dialog of the browser's own, such as a calendar, has no related target.
    if (relatedTarget && !currentTarget.contains(relatedTarget) && !isDirty && !busy && !asks)
      onClose();
  };

  return (
    <Box
      component="form"
      noValidate
      aria-label={`Edit ${label}`}
      onKeyDown={press}
      onBlur={blur}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
      sx={{ py: 1, color: 'text.primary' }}
    >
      <Stack spacing={1.5}>
        {alert && <Alert severity="error">{alert}</Alert>}
        {question && (
          <PossibleDuplicates
            duplicates={question.duplicates}
            hint="Not saved yet."
            confirmLabel="Save anyway"
            busy={busy}
            onConfirm={() => void save(true)()}
          />
        )}
        <BothChanged form={form} conflicts={conflicts} inWords={recordInWords} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
          <FieldChanges value={lastChange}>
            {fields.map((name, index) => (
              <Box key={name} sx={{ flex: '1 1 200px', maxWidth: { sm: 320 }, display: 'grid' }}>
                <FormText
                  control={control}
                  name={name}
                  label={recordLabels[name]}
                  autoComplete="off"
                  autoFocus={index === 0}
                  required={name === 'first_name' || name === 'last_name'}
                  {...(types[name] && { type: types[name] })}
                  {...(name === 'birth_date' && { max: today })}
                />
              </Box>
            ))}
          </FieldChanges>
          <Box sx={{ display: 'flex', gap: 0.5, pt: 0.5 }}>
            <IconButton
              type="submit"
              color="primary"
              aria-label={`Save ${label}`}
              title="Save (Enter)"
              disabled={busy}
            >
              {busy ? <CircularProgress size={20} aria-hidden /> : <Check />}
            </IconButton>
            <IconButton
              aria-label={`Cancel editing ${label}`}
              title="Cancel (Escape)"
              disabled={busy}
              onClick={() => {
                letGo();
                onClose(true);
              }}
            >
              <Close />
            </IconButton>
          </Box>
        </Box>
      </Stack>
    </Box>
  );
}

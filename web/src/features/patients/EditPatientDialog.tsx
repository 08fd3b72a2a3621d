import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import type { PatientRecord } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FieldChanges } from '@/components/fieldChanges';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { PossibleDuplicates } from '@/features/duplicates';
import { recordInWords } from '@/features/patients/recordWords';
import { useIsMinor } from '@/features/patients/useIsMinor';
import { useLastChanges } from '@/features/patients/useLastChanges';
import { usePatientForm } from '@/features/patients/usePatientForm';
import { recordLabels, type RecordField } from '@/lib/recordForm';
import { today as todayIn } from '@/lib/dates';

/** Changes everything that a clinic keeps about a patient beside what is clinical. Sends what was changed, and nothing else. */
export function EditPatientDialog({
  patient: opened,
  onClose,
}: {
  patient: PatientRecord;
  onClose: () => void;
}) {
  const today = todayIn(useTimeZone());
  const { form, save, busy, question, alert, conflicts } = usePatientForm(opened, {
    onSaved: onClose,
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const birthDate = useWatch({ control, name: 'birth_date' });
  const lastChange = useLastChanges(opened.id);
  const isMinor = useIsMinor(birthDate);

  const text = (name: Exclude<RecordField, `may_${string}`>) => ({
    control,
    name,
    label: recordLabels[name],
    autoComplete: 'off',
  });
  const box = (name: Extract<RecordField, `may_${string}`>) => ({
    control,
    name,
    label: recordLabels[name],
  });
  return (
    <FormDialog
      open
      title="Edit patient"
      submitLabel="Save changes"
      submitting={busy}
      dirty={isDirty}
      error={alert}
      maxWidth="md"
      onSubmit={save(false)}
      onClose={onClose}
    >
      <FieldChanges value={lastChange}>
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
        <Group title="Name">
          <FormText {...text('first_name')} required autoFocus />
          <FormText {...text('last_name')} required />
          <FormText {...text('preferred_name')} />
          <FormText {...text('pronouns')} />
          <FormText {...text('birth_date')} type="date" max={today} />
          <FormText {...text('referral_source')} />
        </Group>
        <Group title="Contact">
          <FormText {...text('phone')} type="tel" />
          <FormText {...text('email')} type="email" />
          <FormText {...text('street')} />
          <FormText {...text('city')} />
          <FormText {...text('state')} />
          <FormText {...text('postal_code')} />
        </Group>
        <Group
          title={
            isMinor
              ? 'Guardian and emergency contact (a minor needs a guardian)'
              : 'Emergency contact, and a guardian for a minor'
          }
        >
          <FormText {...text('emergency_name')} />
          <FormText {...text('emergency_relation')} />
          <FormText {...text('emergency_phone')} type="tel" />
          <span />
          <FormText {...text('guardian_name')} />
          <FormText {...text('guardian_relation')} />
        </Group>
        <Group title="The patient agrees to">
          <FormCheckbox {...box('may_email')} />
          <FormCheckbox {...box('may_text')} />
          <FormCheckbox {...box('may_call')} />
          <FormCheckbox {...box('may_market')} />
        </Group>
      </FieldChanges>
    </FormDialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ mb: 1.5, p: 0 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2.5,
          rowGap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

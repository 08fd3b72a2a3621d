import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useChangePatientMutation, useLazyShowPatientQuery, useListPatientChangesQuery, type PatientRecord, type PossibleDuplicate } from '@/api/generated';
import { changesBetween, fromRecord } from '@/api/patientRecord';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { PossibleDuplicates, useDuplicateCheck } from '@/features/duplicates';
import { recordInWords } from '@/features/patients/recordWords';
import { identityOf, recordFields, recordForm, recordLabels, type RecordField } from '@/lib/recordForm';
import { age, formatInstant, today as todayIn } from '@/lib/dates';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

/** The most changes that are looked through for who changed a field last. */
const searchLimit = 100;

/** Changes everything that a clinic keeps about a patient beside what is clinical. Sends what was changed, and nothing else. */
export function EditPatientDialog({ patient: opened, onClose }: { patient: PatientRecord; onClose: () => void }) {
  const zone = useTimeZone();
  const today = todayIn(zone);
  const [patient, setPatient] = useState(opened);
  const form = useForm({ resolver: zodResolver(recordForm(today)), defaultValues: fromRecord(opened) });
  const { control, handleSubmit, setError, formState: { isDirty } } = form;
  const birthDate = useWatch({ control, name: 'birth_date' });
  const [change, { isLoading: changing }] = useChangePatientMutation();
  const { check, checking } = useDuplicateCheck();
  const isLoading = changing || checking;
  const [question, setQuestion] = useState<{ person: string; duplicates: PossibleDuplicate[] }>();
  const person = useWatch({ control, compute: (typed) => JSON.stringify(identityOf(typed)) });
  // A question about what was typed before no longer applies, even when it is changed back.
  if (question && question.person !== person) setQuestion(undefined);
  const [reload] = useLazyShowPatientQuery();
  const [alert, setAlert] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const notify = useNotify('patient');
  const lastChange = useLastChanges(opened.id, zone);
  const years = age(birthDate, today);

  const save = (sure: boolean) => handleSubmit(async (typed) => {
    setAlert(undefined);
    const before = fromRecord(patient);
    const identity = JSON.stringify(identityOf(typed));
    if (!sure && identity !== JSON.stringify(identityOf(before))) {
      setQuestion(undefined);
      const duplicates = await check({ ...identityOf(typed), patient_id: patient.id });
      if (duplicates.length > 0) {
        setQuestion({ person: JSON.stringify(identityOf(form.getValues())), duplicates });
        return;
      }
    }
    try {
      const changed = await change({ id: patient.id, 'If-Match': String(patient.version), patientChange: changesBetween(before, typed) }).unwrap();
      const undo = async () => {
        await change({ id: changed.id, 'If-Match': String(changed.version), patientChange: changesBetween(fromRecord(changed), before) }).unwrap();
      };
      notify({ tone: 'success', text: `Changes to ${changed.first_name} ${changed.last_name} saved`, undo });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412) {
        const newest = await reload(patient.id).unwrap().catch(() => null);
        if (!newest) return setAlert(`Not saved yet. ${failure.message}`);
        const merged = mergeChangedRow(patient, [newest], { form, read: fromRecord, labels: recordLabels }, conflicts);
        setPatient(merged.row);
        setConflicts(merged.conflicts);
        setAlert(merged.words);
        return;
      }
      console.error('A patient could not be changed:', failure.status);
      setAlert(['Not saved yet.', applyServerErrors(failure, setError, recordFields)].filter(Boolean).join(' '));
    }
  });

  const text = (name: Exclude<RecordField, `may_${string}`>) => ({ control, name, label: recordLabels[name], hint: lastChange(name), autoComplete: 'off' });
  const box = (name: Extract<RecordField, `may_${string}`>) => ({ control, name, label: recordLabels[name], hint: lastChange(name) });
  return (
    <FormDialog open title="Edit patient" submitLabel="Save changes" submitting={isLoading} dirty={isDirty} error={alert} maxWidth="md" onSubmit={save(false)} onClose={onClose}>
      {question && <PossibleDuplicates duplicates={question.duplicates} hint="Not saved yet." confirmLabel="Save anyway" busy={isLoading} onConfirm={() => void save(true)()} />}
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
      <Group title={years !== null && years < 18 ? 'Guardian and emergency contact (a minor needs a guardian)' : 'Emergency contact, and a guardian for a minor'}>
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
    </FormDialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ mb: 1.5, p: 0 }}>{title}</Typography>
      <Box sx={{ display: 'grid', columnGap: 2.5, rowGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>{children}</Box>
    </Box>
  );
}

/** Says below a field who changed it last, and when; nothing for a field that is as it was entered. */
function useLastChanges(id: number, zone: string) {
  const { data = [] } = useListPatientChangesQuery({ id, limit: searchLimit });
  return (field: RecordField) => {
    const last = data.find((change) => change.field === field);
    return last && `Changed by ${last.by}, ${formatInstant(last.at, zone)}`;
  };
}

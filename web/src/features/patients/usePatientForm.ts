import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

import { asFailure } from '@/api/failure';
import {
  useChangePatientMutation,
  useLazyShowPatientQuery,
  type PatientRecord,
  type PossibleDuplicate,
} from '@/api/generated';
import { changesBetween, fromRecord } from '@/api/patientRecord';
import { useTimeZone } from '@/api/useTimeZone';
import { useDuplicateCheck } from '@/features/duplicates';
import { today as todayIn } from '@/lib/dates';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import {
  identityOf,
  recordFields,
  recordForm,
  recordLabels,
  type RecordField,
  type RecordForm,
} from '@/lib/recordForm';
import { applyServerErrors } from '@/lib/serverErrors';

interface Options {
  /** The fields that can be typed into, which alone are checked; all of them where it is missing. */
  fields?: readonly RecordField[];
  onSaved: () => void;
}

/** A form of a patient's record: sends what was changed, asks about possible duplicates, merges what somebody else saved, and can be undone. */
export function usePatientForm(opened: PatientRecord, { fields = recordFields, onSaved }: Options) {
  const today = todayIn(useTimeZone());
  const [patient, setPatient] = useState(opened);
  const form = useForm<RecordForm>({
    resolver: rulesOf(fields, today),
    defaultValues: fromRecord(opened),
  });
  const { control, handleSubmit, setError } = form;
  const [change, { isLoading: changing }] = useChangePatientMutation();
  const { check, checking } = useDuplicateCheck();
  const [question, setQuestion] = useState<{ person: string; duplicates: PossibleDuplicate[] }>();
  const person = useWatch({ control, compute: (typed) => JSON.stringify(identityOf(typed)) });
  // A question about what was typed before no longer applies, even when it is changed back.
  if (question && question.person !== person) setQuestion(undefined);
  const [reload] = useLazyShowPatientQuery();
  const [alert, setAlert] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const notify = useNotify('patient');

  const save = (sure: boolean) =>
    handleSubmit(async (checked) => {
      setAlert(undefined);
      const before = fromRecord(patient);
      const typed = { ...before, ...checked };
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
        const changed = await change({
          id: patient.id,
          'If-Match': String(patient.version),
          patientChange: changesBetween(before, typed),
        }).unwrap();
        const undo = async () => {
          await change({
            id: changed.id,
            'If-Match': String(changed.version),
            patientChange: changesBetween(fromRecord(changed), before),
          }).unwrap();
        };
        notify({
          tone: 'success',
          text: `Changes to ${changed.first_name} ${changed.last_name} saved`,
          undo,
        });
        onSaved();
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (failure.status === 412) {
          const newest = await reload(patient.id)
            .unwrap()
            .catch(() => null);
          if (!newest) return setAlert(`Not saved yet. ${failure.message}`);
          const merged = mergeChangedRow(
            patient,
            [newest],
            { form, read: fromRecord, labels: recordLabels },
            conflicts,
          );
          setPatient(merged.row);
          setConflicts(merged.conflicts);
          setAlert(merged.words);
          return;
        }
        console.error('A patient could not be changed:', failure.status);
        setAlert(
          ['Not saved yet.', applyServerErrors(failure, setError, fields)]
            .filter(Boolean)
            .join(' '),
        );
      }
    });

  return { form, save, busy: changing || checking, question, alert, conflicts };
}

/** What is not shown is not checked: an old record may break a rule that came later. */
function rulesOf(fields: readonly RecordField[], today: string): Resolver<RecordForm> {
  const shown = Object.fromEntries(fields.map((field) => [field, true])) as Record<
    RecordField,
    true
  >;
  return zodResolver(z.pick(recordForm(today), shown));
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useChangeAppointmentMutation,
  useLazyShowAppointmentQuery,
  type Warning,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { warningsOf } from '@/features/appointments/appointmentForm';
import {
  backTo,
  editFields,
  editForm,
  editLabels,
  readEdit,
  toChange,
  type EditForm,
} from '@/features/appointments/calendar/editForm';
import { isOver } from '@/features/appointments/calendar/status';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { serviceFacts, useServiceChoices } from '@/features/services';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

/** Changes the service and the notes of a visit. One that is over keeps its service. */
export function EditDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const [seen, setSeen] = useState(visit);
  const form = useForm<EditForm>({
    resolver: zodResolver(editForm),
    defaultValues: readEdit(visit),
  });
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = form;
  const service = useWatch({ control, name: 'service' });
  const { services, catalogue, inGroups, failure: notLoaded } = useServiceChoices();
  const [change] = useChangeAppointmentMutation();
  const [load] = useLazyShowAppointmentQuery();
  const notify = useNotify('visit');
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [question, setQuestion] = useState<{ about: string; warnings: Warning[] }>();
  // A warning about another service no longer applies, even when it is changed back.
  if (question && question.about !== service) setQuestion(undefined);

  const set = (version: number, to: ReturnType<typeof toChange>) =>
    change({ id: seen.id, 'If-Match': String(version), appointmentChange: to }).unwrap();

  /** After somebody else's change: theirs and what was typed, merged. */
  const loadNewest = async (message: string) => {
    try {
      const row = await load(seen.id).unwrap();
      const merged = mergeChangedRow(
        seen,
        [row],
        { form, read: readEdit, labels: editLabels },
        conflicts,
      );
      setSeen(merged.row);
      setConflicts(merged.conflicts);
      setProblem(merged.words);
    } catch {
      setProblem(`Not saved. ${message}`);
    }
  };

  const save = (confirmed: string[]) =>
    handleSubmit(async (typed) => {
      setProblem(undefined);
      if (confirmed.length === 0) setQuestion(undefined);
      const wanted = toChange(seen, typed, confirmed);
      if (!('service' in wanted || 'notes' in wanted)) return onClose();
      try {
        const changed = await set(seen.version, wanted);
        const canUndo = changed.service === seen.service || services.includes(seen.service);
        notify({
          tone: 'success',
          text: `The visit of ${patientName(changed)} is changed.`,
          ...(canUndo && { undo: () => set(changed.version, backTo(seen, changed)) }),
        });
        onClose();
      } catch (thrown) {
        const failure = asFailure(thrown);
        const warnings = warningsOf(failure);
        if (warnings.length > 0) return setQuestion({ about: typed.service, warnings });
        setQuestion(undefined);
        console.error('The appointment was not changed:', failure.status, failure.code);
        if (failure.status === 412) return loadNewest(failure.message);
        const why = applyServerErrors(failure, setError, editFields);
        setProblem(['Not saved yet.', why].filter(Boolean).join(' '));
      }
      return undefined;
    });

  const over = isOver(seen.status);
  const choices = services.includes(seen.service) ? services : [...services, seen.service];
  return (
    <FormDialog
      open
      title={`Edit the visit of ${patientName(visit)}`}
      submitLabel="Save changes"
      submitting={isSubmitting}
      dirty={isDirty}
      error={problem}
      onSubmit={save([])}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <FormSelect
        control={control}
        name="service"
        label={editLabels.service}
        options={inGroups(over ? [seen.service] : choices)}
        hint={
          over
            ? `This visit is ${seen.status.toLowerCase()}: its service stays as it is.`
            : (notLoaded ?? serviceFacts(catalogue, service))
        }
      />
      <FormArea control={control} name="notes" label={editLabels.notes} minRows={3} />
      {question && (
        <InlineConfirmation
          key={question.warnings.map(({ code }) => code).join(' ')}
          warnings={question.warnings.map(({ message }) => message)}
          hint="Nothing is changed yet. Change the entries, or save it all the same."
          confirmLabel="Save anyway"
          busy={isSubmitting}
          onConfirm={() => void save(question.warnings.map(({ code }) => code))()}
        />
      )}
    </FormDialog>
  );
}

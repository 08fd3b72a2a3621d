import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useListProvidersQuery,
  useShowPatientQuery,
  type SeriesConflict,
  type Warning,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import {
  appointmentFields,
  appointmentForm,
  blankAppointment,
  slotOf,
  warningsOf,
  type AppointmentForm,
} from '@/features/appointments/appointmentForm';
import { NewPatientLine } from '@/features/appointments/NewPatientLine';
import { PatientPicker } from '@/features/appointments/PatientPicker';
import { zoneName } from '@/features/appointments/timeFormat';
import { useBooking } from '@/features/appointments/useBooking';
import { serviceFacts, useOfferedDefault, useServiceChoices } from '@/features/services';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

export interface MoreFields extends Pick<UseFormReturn<AppointmentForm>, 'control' | 'setValue'> {
  timeZone: string;
  /** The dates of a series that were not free. */
  conflicts: readonly SeriesConflict[];
}

interface Props {
  timeZone: string;
  patientId?: number | undefined;
  /** Where the calendar was pressed, or what somebody waits for. */
  start?:
    | Partial<Pick<AppointmentForm, 'patient_id' | 'appointment_time' | 'provider_id' | 'service'>>
    | undefined;
  /** Whether a patient who is not known yet can be added on the way. */
  withNewPatient?: boolean;
  /** What the calendar adds below the provider. The specification's own form has nothing there. */
  More?: ComponentType<MoreFields> | undefined;
  onBooked?: (() => void) | undefined;
}

/** Books an appointment, for the patient whose record led here where there is one. A failure keeps everything typed; a booking resets the form for the next. */
export function ScheduleForm({
  timeZone,
  patientId,
  start,
  withNewPatient = false,
  More,
  onBooked,
}: Props) {
  const {
    control,
    handleSubmit,
    reset,
    resetField,
    setError,
    setValue,
    formState: { isDirty, isSubmitting },
  } = useForm<AppointmentForm>({
    resolver: zodResolver(appointmentForm),
    defaultValues: { ...blankAppointment, ...start },
  });
  const slot = slotOf(useWatch({ control, compute: ({ notes: _notes, ...what }) => what }));
  const { services, catalogue, inGroups, failure: notLoaded } = useServiceChoices();
  const chosen = useWatch({ control, name: 'service' });
  useOfferedDefault(
    chosen,
    services,
    useCallback(
      (service: string) => resetField('service', { defaultValue: service }),
      [resetField],
    ),
  );
  const send = useBooking(timeZone);
  const [problem, setProblem] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly SeriesConflict[]>([]);
  const [confirmation, setConfirmation] = useState<{ slot: string; warnings: Warning[] }>();
  // A warning about another patient or time no longer applies, even when they are changed back.
  if (confirmation && confirmation.slot !== slot) setConfirmation(undefined);
  const notify = useNotify();
  useUnsavedGuard(isDirty);
  const { currentData: named } = useShowPatientQuery(patientId ?? 0, {
    skip: patientId === undefined,
  });
  const name = named && `${named.first_name} ${named.last_name}`;
  useEffect(() => {
    if (patientId !== undefined && name) setValue('patient_id', { id: patientId, name });
  }, [patientId, name, setValue]);

  const book = (confirmed: string[]) =>
    handleSubmit(async (form) => {
      if (!form.patient_id) return;
      setProblem(undefined);
      setConflicts([]);
      if (confirmed.length === 0) setConfirmation(undefined);
      try {
        const text = await send(form, form.patient_id, confirmed);
        reset(blankAppointment);
        notify({ tone: 'success', text });
        onBooked?.();
      } catch (thrown) {
        const failure = asFailure(thrown);
        const warnings = warningsOf(failure);
        if (warnings.length > 0) {
          setConfirmation({ slot: slotOf(form), warnings });
          return;
        }
        setConflicts(failure.conflicts ?? []);
        console.error('The appointment could not be booked:', failure.status, failure.code);
        setProblem(applyServerErrors(failure, setError, appointmentFields));
      }
    });

  return (
    <Stack
      component="form"
      noValidate
      onSubmit={book([])}
      spacing={2.5}
      aria-label="Book an appointment"
    >
      <PatientPicker control={control} />
      {withNewPatient && (
        <NewPatientLine
          onAdded={(patient) =>
            setValue('patient_id', patient, { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
      <FormText
        control={control}
        name="appointment_time"
        label="Date and time"
        type="datetime-local"
        hint={`In the clinic's time: ${zoneName(timeZone)}.`}
        required
      />
      <FormSelect
        control={control}
        name="service"
        label="Service"
        options={inGroups(services)}
        hint={notLoaded ?? serviceFacts(catalogue, chosen)}
      />
      <ProviderSelect control={control} />
      {More && (
        <More control={control} setValue={setValue} timeZone={timeZone} conflicts={conflicts} />
      )}
      <FormArea control={control} name="notes" label="Notes" minRows={2} />
      {problem !== undefined && (
        <Alert severity="error">
          {problem === 'Request failed'
            ? 'Not booked yet. Everything you entered is still here.'
            : `Not booked yet. ${problem}`}
        </Alert>
      )}
      {confirmation && (
        <InlineConfirmation
          key={confirmation.warnings.map(({ code }) => code).join(' ')}
          warnings={confirmation.warnings.map(({ message }) => message)}
          hint="Nothing is booked yet. Change the entries, or book it all the same."
          confirmLabel="Book anyway"
          busy={isSubmitting}
          onConfirm={() => void book(confirmation.warnings.map(({ code }) => code))()}
        />
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={isSubmitting}
        style={{ alignSelf: 'flex-start' }}
      >
        Book appointment
      </Button>
    </Stack>
  );
}

/** 'Any provider' is a choice too, and the only one when the list cannot be loaded. */
function ProviderSelect({
  control,
}: {
  control: ReturnType<typeof useForm<AppointmentForm>>['control'];
}) {
  const { data: providers = [], isError } = useListProvidersQuery();
  const options = providers.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormSelect
      control={control}
      name="provider_id"
      label="Provider"
      placeholder="Any provider"
      options={options}
      hint={isError ? 'The providers could not be loaded.' : undefined}
    />
  );
}

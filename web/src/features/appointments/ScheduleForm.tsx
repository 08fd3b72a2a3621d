import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
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
  /** The day on the screen. */
  day: string | undefined;
  /** The dates of a series that were not free. */
  conflicts: readonly SeriesConflict[];
}

interface Props {
  timeZone: string;
  patientId?: number | undefined;
  /** Where the calendar was pressed, or what somebody waits for. Another one later fills in its fields, and leaves the others as they are. */
  start?:
    | Partial<Pick<AppointmentForm, 'patient_id' | 'appointment_time' | 'provider_id' | 'service'>>
    | undefined;
  /** Whether a patient who is not known yet can be added on the way. */
  withNewPatient?: boolean;
  /** What the calendar adds below the provider, in a form that scrolls by itself: its button stays in view. The specification's own form has nothing there. */
  More?: ComponentType<MoreFields> | undefined;
  /** The day on the calendar's screen. */
  day?: string | undefined;
  onBooked?: (() => void) | undefined;
}

/** Books an appointment, for the patient whose record led here where there is one. A failure keeps everything typed; a booking resets the form for the next. */
export function ScheduleForm({
  timeZone,
  patientId,
  start,
  withNewPatient = false,
  More,
  day,
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

  useNewStart(start, setValue);

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

  const failure = problem !== undefined && (
    <Alert severity="error">
      {problem === 'Request failed'
        ? 'Not booked yet. Everything you entered is still here.'
        : `Not booked yet. ${problem}`}
    </Alert>
  );
  const submit = (
    <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
      Book appointment
    </Button>
  );
  return (
    <Box component="form" noValidate onSubmit={book([])} aria-label="Book an appointment">
      <Stack spacing={2.5}>
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
        {More && <More {...{ control, setValue, timeZone, conflicts, day }} />}
        <FormArea control={control} name="notes" label="Notes" minRows={2} />
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
      </Stack>
      <Stack spacing={1} sx={More ? foot : end}>
        {failure}
        {submit}
      </Stack>
    </Box>
  );
}

/** Fills in what is asked for after the form was opened: a press on another place of the calendar, somebody else who waits. */
function useNewStart(
  start: Props['start'],
  setValue: UseFormReturn<AppointmentForm>['setValue'],
): void {
  const filled = useRef(start);
  useEffect(() => {
    if (filled.current === start) return;
    filled.current = start;
    for (const name of ['patient_id', 'appointment_time', 'provider_id', 'service'] as const) {
      const value = start?.[name];
      if (value !== undefined) setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
  }, [start, setValue]);
}

const end = { alignItems: 'flex-start', pt: 2.5 } as const;
/** As wide as the panel, at its lower edge. */
const foot = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  mx: -2,
  mt: 2.5,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;

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

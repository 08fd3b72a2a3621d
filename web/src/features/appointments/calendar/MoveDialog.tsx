import { zodResolver } from '@hookform/resolvers/zod';
import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import type { ProviderChoice, Warning } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { positionOf, type CardPosition } from '@/features/appointments/calendar/card';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import {
  fromPlace,
  inWords,
  lengthOptions,
  moveFields,
  moveForm,
  toPlace,
  type MoveForm,
} from '@/features/appointments/calendar/moveForm';
import { ResourceSelect, useRoomName } from '@/features/appointments/calendar/ResourceSelect';
import { LaterVisits } from '@/features/appointments/calendar/LaterVisits';
import { NotifyPatient } from '@/features/appointments/calendar/NotifyPatient';
import type { MoveResult, MoveWishes } from '@/features/appointments/calendar/useMoves';
import type { Tell } from '@/features/appointments/calendar/tell';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { useServiceChoices } from '@/features/services';
import { applyServerErrors } from '@/lib/serverErrors';
import { clockText, shortDay } from '@/lib/wallTime';

interface Props {
  visit: Visit;
  timeZone: string;
  providers: readonly ProviderChoice[];
  /** Where it was dragged to, and what was to be asked about that. */
  wanted?: { place: CardPosition; warnings: Warning[] } | undefined;
  move: (
    visit: Visit,
    place: CardPosition,
    confirmed: string[],
    wishes: MoveWishes,
  ) => Promise<MoveResult>;
  onClose: () => void;
}

/** Moves an appointment to another time, after a drag or without one, and asks whether the patient is notified. */
export function MoveDialog({ visit, timeZone, providers, wanted, move, onClose }: Props) {
  const before = positionOf(visit, timeZone);
  const {
    control,
    handleSubmit,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm<MoveForm>({
    resolver: zodResolver(moveForm),
    defaultValues: fromPlace(wanted?.place ?? before),
  });
  const typed = useWatch({ control }) as MoveForm;
  const timeStays = typed.appointment_time === before.start;
  const [problem, setProblem] = useState<string>();
  const [tell, setTell] = useState<Tell>(true);
  const [later, setLater] = useState(false);
  const chooseLater = (chosen: boolean) => {
    setLater(chosen);
    // What was asked was about other visits.
    setQuestion(undefined);
  };
  const { services } = useServiceChoices();
  const [question, setQuestion] = useState(
    wanted &&
      wanted.warnings.length > 0 && {
        about: JSON.stringify(fromPlace(wanted.place)),
        warnings: wanted.warnings,
      },
  );
  // A warning about another time no longer applies, even when it is changed back.
  if (question && question.about !== JSON.stringify(typed)) setQuestion(undefined);

  const save = (confirmed: string[]) =>
    handleSubmit(async (form) => {
      setProblem(undefined);
      const answer = await move(visit, toPlace(form), confirmed, { tell, later });
      if (answer.done) return onClose();
      if (answer.warnings.length > 0)
        return setQuestion({ about: JSON.stringify(form), warnings: answer.warnings });
      setQuestion(undefined);
      console.error(
        'The appointment could not be moved:',
        answer.failure.status,
        answer.failure.code,
      );
      const why = [
        applyServerErrors(answer.failure, setError, moveFields),
        ...(answer.failure.conflicts ?? []).map(
          ({ date, message }) => `${shortDay(date)}: ${message}`,
        ),
      ].filter(Boolean);
      return setProblem(why.length > 0 ? `Not moved. ${why.join(' ')}` : undefined);
    });

  const choices = [
    ...providers.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: anyProvider, label: 'Any provider' },
  ];
  const roomOf = useRoomName(visit);
  const nameOf = (value: string) =>
    choices.find((choice) => choice.value === value)?.label ??
    visit.provider_name ??
    'Any provider';
  return (
    <FormDialog
      open
      title={`Move ${patientName(visit)}`}
      submitLabel="Move"
      submitting={isSubmitting}
      dirty={isDirty}
      error={problem}
      onSubmit={save([])}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: '1fr auto 1fr',
          alignItems: 'center',
          gap: 1.5,
        }}
      >
        <Side title="From" {...lines(fromPlace(before), nameOf, roomOf)} />
        <ArrowForward aria-hidden />
        <Side title="To" {...lines(typed, nameOf, roomOf)} chosen />
      </Box>
      <FormText
        control={control}
        name="appointment_time"
        label="Date and time"
        type="datetime-local"
        required
      />
      <FormSelect
        control={control}
        name="minutes"
        label="Length"
        options={lengthOptions(before.minutes)}
      />
      <FormSelect control={control} name="provider_id" label="Provider" options={choices} />
      <ResourceSelect control={control} current={visit} />
      <LaterVisits
        visit={visit.id}
        timeZone={timeZone}
        chosen={later}
        told={tell !== false && !timeStays && 'moved'}
        onChoose={chooseLater}
      />
      {!services.includes(visit.service) && (
        <Typography
          variant="body2"
          color="textSecondary"
        >{`${visit.service} is no longer offered. This visit keeps it, with its length.`}</Typography>
      )}
      {timeStays ? (
        <Typography variant="body2" color="textSecondary">
          The time stays, so the patient is told nothing.
        </Typography>
      ) : (
        <NotifyPatient
          visit={visit.id}
          about="moved"
          start={typed.appointment_time}
          timeZone={timeZone}
          tell={tell}
          onTell={setTell}
        />
      )}
      {question && (
        <InlineConfirmation
          key={question.warnings.map(({ code }) => code).join(' ')}
          warnings={question.warnings.map(({ message }) => message)}
          hint="Nothing is moved yet. Change the entries, or move it all the same."
          confirmLabel="Move anyway"
          busy={isSubmitting}
          onConfirm={() => void save(question.warnings.map(({ code }) => code))()}
        />
      )}
    </FormDialog>
  );
}

function lines(
  { appointment_time: time, minutes, provider_id, resource_id }: MoveForm,
  nameOf: (provider: string) => string,
  roomOf: (resource: string) => string,
) {
  return {
    room: roomOf(resource_id),
    day: time ? shortDay(time.slice(0, 10)) : '—',
    time: time ? `${clockText(time)}, ${inWords(Number(minutes))}` : '—',
    provider: nameOf(provider_id),
  };
}

function Side({
  title,
  day,
  time,
  provider,
  room,
  chosen = false,
}: {
  title: string;
  day: string;
  time: string;
  provider: string;
  room: string;
  chosen?: boolean;
}) {
  return (
    <Box
      role="group"
      aria-label={title}
      sx={{
        border: chosen ? 2 : 1,
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: 1,
        p: 1.5,
        alignSelf: 'stretch',
      }}
    >
      <Typography variant="caption" color="textSecondary" component="p">
        {title}
      </Typography>
      <Typography>{day}</Typography>
      <Typography sx={{ fontWeight: 600 }}>{time}</Typography>
      <Typography color="textSecondary">{provider}</Typography>
      {room && <Typography color="textSecondary">{room}</Typography>}
    </Box>
  );
}

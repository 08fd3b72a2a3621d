import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useListFreeSlotsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { freeDays, type FreeDay, type FreeTime } from '@/features/appointments/calendar/freeTimes';
import type { MoreFields } from '@/features/appointments/ScheduleForm';
import { useServiceChoices } from '@/features/services';
import { addDays, isPlausibleDate, today } from '@/lib/dates';
import { clockText, shortDay } from '@/lib/wallTime';

/** As far as one answer looks ahead. */
const daysAhead = 14;
/** How many times of a day are shown before "show all". */
const fewTimes = 6;
const fewDays = 3;

/** Free times for what is being booked, from the chosen day on, as buttons that fill in the time and the provider. `day` is the one on the screen. */
export function FreeTimes({
  control,
  setValue,
  timeZone,
  day,
}: Pick<MoreFields, 'control' | 'setValue' | 'timeZone'> & { day?: string | undefined }) {
  const [service, provider, resource, time] = useWatch({
    control,
    name: ['service', 'provider_id', 'resource_id', 'appointment_time'],
  });
  const { services } = useServiceChoices();
  /** What a press filled in. Until somebody chooses another provider, the times of everybody are shown; until somebody types another day, those of the days before. */
  const [filled, setFilled] = useState({ provider: '', time: '', day: '' });
  const wanted = provider === filled.provider ? '' : provider;
  const typed = isPlausibleDate(time.slice(0, 10)) ? time.slice(0, 10) : '';
  const chosenDay = time !== '' && time === filled.time ? filled.day : typed || (day ?? '');
  const now = today(timeZone);
  const first = chosenDay > now ? chosenDay : '';
  const id = useId();
  const choose = (chosen: FreeTime) => {
    const options = { shouldDirty: true, shouldValidate: true } as const;
    setFilled({ provider: wanted === '' ? chosen.provider : '', time: chosen.wall, day: first });
    setValue('appointment_time', chosen.wall, options);
    setValue('provider_id', chosen.provider, options);
  };
  if (!services.includes(service)) return null;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="subtitle2" component="h3" id={id} sx={{ mb: 0.5 }}>
        Free times
      </Typography>
      <Times
        key={[service, wanted, resource, first].join(' ')}
        first={first}
        today={now}
        service={service}
        provider={wanted}
        resource={resource}
        timeZone={timeZone}
        isChosen={({ wall, provider: with_ }) => wall === time && with_ === provider}
        onChoose={choose}
      />
    </Box>
  );
}

interface TimesProps {
  /** The day that is looked at first; empty for today. */
  first: string;
  today: string;
  service: string;
  provider: string;
  resource: string;
  timeZone: string;
  isChosen: (time: FreeTime) => boolean;
  onChoose: (time: FreeTime) => void;
}

function Times({
  first,
  today: now,
  service,
  provider,
  resource,
  timeZone,
  isChosen,
  onChoose,
}: TimesProps) {
  /** Where each screen of times began that was looked at, the present one last. */
  const [screens, setScreens] = useState([first]);
  const from = screens.at(-1) ?? '';
  const wanted = {
    service,
    days: daysAhead,
    ...(provider && { providerId: Number(provider) }),
    ...(resource && { resourceId: Number(resource) }),
    ...(from && { from }),
  };
  const query = useListFreeSlotsQuery(wanted, { refetchOnMountOrArgChange: true });
  const answer = query.currentData;
  const refused = query.error ? asFailure(query.error).fields['provider_id'] : undefined;
  if (refused !== undefined)
    return (
      <Typography variant="body2" color="textSecondary">{`This provider ${refused}.`}</Typography>
    );
  const all = freeDays(answer?.slots ?? [], timeZone);
  const shown = all.slice(0, fewDays);
  const next = all[fewDays]?.times[0];
  const later = next ? next.wall : answer?.next_from;
  return (
    <>
      <QueryFailure what="The free times could not be loaded." query={query} />
      {!answer && query.isFetching && <PartSkeleton label="Looking for free times" height={88} />}
      {answer && shown.length === 0 && (
        <Typography
          variant="body2"
          color="textSecondary"
        >{`No free times within ${daysAhead} days.`}</Typography>
      )}
      {shown.map((day) => (
        <Day
          key={day.date}
          day={day}
          withName={provider === ''}
          isChosen={isChosen}
          onChoose={onChoose}
        />
      ))}
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
        {from !== '' && (
          <Button onClick={() => setScreens(earlier(screens, now))}>Earlier times</Button>
        )}
        {later !== undefined && (
          <Button onClick={() => setScreens([...screens, later])}>Later times</Button>
        )}
      </Box>
    </>
  );
}

/** Back to the screen before; before the first one, some days earlier, down to today. */
function earlier(screens: readonly string[], now: string): string[] {
  if (screens.length > 1) return screens.slice(0, -1);
  const day = addDays((screens[0] ?? now).slice(0, 10), -fewDays);
  return [day > now ? day : ''];
}

interface DayProps extends Pick<TimesProps, 'isChosen' | 'onChoose'> {
  day: FreeDay;
  withName: boolean;
}

function Day({ day: { date, times }, withName, isChosen, onChoose }: DayProps) {
  const [all, setAll] = useState(false);
  const shown = all ? times : times.slice(0, fewTimes);
  return (
    <Box role="group" aria-label={shortDay(date)} sx={{ mb: 1 }}>
      <Typography variant="caption" component="p" color="textSecondary">
        {shortDay(date)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {shown.map((time) => {
          const chosen = isChosen(time);
          return (
            <Button
              key={time.wall}
              variant={chosen ? 'contained' : 'outlined'}
              aria-pressed={chosen}
              aria-label={`${clockText(time.wall)}, ${time.providerName}`}
              title={withName ? time.providerName : undefined}
              onClick={() => onChoose(time)}
            >
              {clockText(time.wall)}
            </Button>
          );
        })}
        {times.length > shown.length && (
          <Button
            onClick={() => setAll(true)}
            aria-label={`All ${times.length} times on ${shortDay(date)}`}
          >{`All ${times.length}`}</Button>
        )}
      </Box>
    </Box>
  );
}

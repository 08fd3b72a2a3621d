import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useListFreeSlotsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { freeDays, type FreeDay, type FreeTime } from '@/features/appointments/calendar/freeTimes';
import type { MoreFields } from '@/features/appointments/ScheduleForm';
import { useServiceChoices } from '@/features/services';
import { clockText, shortDay } from '@/lib/wallTime';

/** As far as one answer looks ahead. */
const daysAhead = 14;
/** How many times of a day are shown before somebody wants all of them. */
const fewTimes = 6;
const fewDays = 3;

/** The next free times for what is being booked, as buttons that fill in the time and the provider. */
export function FreeTimes({ control, setValue, timeZone }: MoreFields) {
  const [service, provider, resource, time] = useWatch({ control, name: ['service', 'provider_id', 'resource_id', 'appointment_time'] });
  const { services } = useServiceChoices();
  /** The provider whom a press filled in. Until somebody chooses another one, the times of everybody are shown. */
  const [filled, setFilled] = useState('');
  const wanted = provider === filled ? '' : provider;
  const id = useId();
  const choose = (chosen: FreeTime) => {
    const options = { shouldDirty: true, shouldValidate: true } as const;
    setFilled(wanted === '' ? chosen.provider : '');
    setValue('appointment_time', chosen.wall, options);
    setValue('provider_id', chosen.provider, options);
  };
  if (!services.includes(service)) return null;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="subtitle2" component="h3" id={id} sx={{ mb: 0.5 }}>Free times</Typography>
      <Times
        key={[service, wanted, resource].join(' ')} service={service} provider={wanted} resource={resource} timeZone={timeZone}
        isChosen={({ wall, provider: with_ }) => wall === time && with_ === provider} onChoose={choose}
      />
    </Box>
  );
}

interface TimesProps {
  service: string;
  provider: string;
  resource: string;
  timeZone: string;
  isChosen: (time: FreeTime) => boolean;
  onChoose: (time: FreeTime) => void;
}

function Times({ service, provider, resource, timeZone, isChosen, onChoose }: TimesProps) {
  const [from, setFrom] = useState<string>();
  const wanted = { service, days: daysAhead, ...(provider && { providerId: Number(provider) }), ...(resource && { resourceId: Number(resource) }), ...(from && { from }) };
  const query = useListFreeSlotsQuery(wanted, { refetchOnMountOrArgChange: true });
  const answer = query.currentData;
  const refused = query.error ? asFailure(query.error).fields['provider_id'] : undefined;
  if (refused !== undefined) return <Typography variant="body2" color="textSecondary">{`This provider ${refused}.`}</Typography>;
  const all = freeDays(answer?.slots ?? [], timeZone);
  const shown = all.slice(0, fewDays);
  const next = all[fewDays]?.times[0];
  const later = next ? next.wall : answer?.next_from;
  return (
    <>
      <QueryFailure what="The free times could not be loaded." of={query} />
      {!answer && query.isFetching && <Skeleton height={88} aria-label="Looking for free times" />}
      {answer && shown.length === 0 && <Typography variant="body2" color="textSecondary">{`No free times within ${daysAhead} days.`}</Typography>}
      {shown.map((day) => <Day key={day.date} day={day} withName={provider === ''} isChosen={isChosen} onChoose={onChoose} />)}
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
        {from !== undefined && <Button onClick={() => setFrom(undefined)}>Earliest times</Button>}
        {later !== undefined && <Button onClick={() => setFrom(later)}>Later times</Button>}
      </Box>
    </>
  );
}

interface DayProps extends Pick<TimesProps, 'isChosen' | 'onChoose'> {
  day: FreeDay;
  withName: boolean;
}

function Day({ day: { date, times }, withName, isChosen, onChoose }: DayProps) {
  const [all, showAll] = useState(false);
  const shown = all ? times : times.slice(0, fewTimes);
  return (
    <Box role="group" aria-label={shortDay(date)} sx={{ mb: 1 }}>
      <Typography variant="caption" component="p" color="textSecondary">{shortDay(date)}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {shown.map((time) => {
          const chosen = isChosen(time);
          return (
            <Button
              key={time.wall} variant={chosen ? 'contained' : 'outlined'} aria-pressed={chosen}
              aria-label={`${clockText(time.wall)}, ${time.providerName}`} title={withName ? time.providerName : undefined} onClick={() => onChoose(time)}
            >
              {clockText(time.wall)}
            </Button>
          );
        })}
        {times.length > shown.length && <Button onClick={() => showAll(true)} aria-label={`All ${times.length} times on ${shortDay(date)}`}>{`All ${times.length}`}</Button>}
      </Box>
    </Box>
  );
}

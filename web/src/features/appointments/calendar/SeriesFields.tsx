import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';

import { FormText } from '@/components/FormText';
import { TextInput } from '@/components/TextInput';
import { WordButton } from '@/components/WordButton';
import type { SeriesDate } from '@/api/generated';
import {
  useSeriesPreview,
  type SeriesPreview,
} from '@/features/appointments/calendar/useSeriesPreview';
import type { MoreFields } from '@/features/appointments/ScheduleForm';
import { seriesLimits, seriesVisits, type SeriesVisit } from '@/features/appointments/series';
import { formatDate } from '@/lib/dates';
import { clockText, shortDay, type WallTime } from '@/lib/wallTime';

/** How many visits a course of treatments usually has. */
const defaultTimes = '3';

/** Books several visits at once: how many, how many weeks apart, and when each would be, with its conflict. Single visits can be at another time or left out. */
export function SeriesFields({
  control,
  setValue,
  conflicts,
}: Pick<MoreFields, 'control' | 'setValue' | 'conflicts'>) {
  const {
    field: { value: times, onChange },
  } = useController({ control, name: 'times' });
  const [first, every_weeks, other_times, left_out] = useWatch({
    control,
    name: ['appointment_time', 'every_weeks', 'other_times', 'left_out'],
  });
  const list = useId();
  const preview = useSeriesPreview(control);
  const visits = seriesVisits(first, { times, every_weeks, other_times, left_out }, conflicts);
  const setOther = (date: string, at: WallTime | undefined) => {
    const { [date]: _before, ...others } = other_times;
    setValue('other_times', at === undefined ? others : { ...others, [date]: at }, {
      shouldDirty: true,
    });
  };
  const leave = (date: string, out: boolean) =>
    setValue('left_out', out ? [...left_out, date] : left_out.filter((one) => one !== date), {
      shouldDirty: true,
    });
  return (
    <Box>
      <FormControlLabel
        label="Repeat"
        sx={{ minHeight: 44 }}
        control={
          <Checkbox
            checked={times !== null}
            onChange={(_event, is) => onChange(is ? defaultTimes : null)}
          />
        }
      />
      {times !== null && (
        <>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: '1fr 1fr',
              alignItems: 'start',
              mt: 1,
            }}
          >
            <TimesField control={control} />
            <FormText
              control={control}
              name="every_weeks"
              label="Weeks between"
              required
              inputMode="numeric"
              autoComplete="off"
              hint={`From ${seriesLimits.every_weeks[0]} to ${seriesLimits.every_weeks[1]}.`}
            />
          </Box>
          {visits.length === 0 && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              Choose a date and time for the first visit to see the others.
            </Typography>
          )}
          {visits.length > 0 && (
            <>
              <Typography
                variant="caption"
                component="h3"
                id={list}
                color="textSecondary"
                sx={{ fontWeight: 600, mt: 1.5 }}
              >
                Visits of the series, booked together or not at all
              </Typography>
              <Typography
                variant="body2"
                role="status"
                color={preview.state === 'failed' ? 'error' : 'textSecondary'}
                sx={{ minHeight: 20 }}
              >
                {inShort(preview, visits)}
              </Typography>
              <Box component="ol" aria-labelledby={list} tabIndex={0} sx={rows}>
                {visits.map((visit, number) => (
                  <Visit
                    key={visit.date}
                    visit={visit}
                    found={preview.dates.get(visit.date)}
                    asking={preview.state === 'asking'}
                    fixed={number === 0}
                    isOther={other_times[visit.date] !== undefined}
                    onOther={(at) => setOther(visit.date, at)}
                    onLeave={(out) => leave(visit.date, out)}
                  />
                ))}
              </Box>
            </>
          )}
        </>
      )}
    </Box>
  );
}

/** How many of the dates can be booked as they are. */
function inShort({ state, dates, failure }: SeriesPreview, visits: readonly SeriesVisit[]): string {
  if (state === 'no patient') return 'Choose a patient to see which times are free.';
  if (state === 'asking') return 'Looking up which times are free…';
  if (state === 'failed') return `The free times could not be looked up. ${failure ?? ''}`;
  if (state === 'none') return '';
  const wanted = visits.filter(({ leftOut }) => !leftOut);
  const free = wanted.filter(({ date }) => dates.get(date)?.conflict === null).length;
  if (free < wanted.length)
    return `${free} of ${wanted.length} times are free. Change or leave out the other visits.`;
  return wanted.length === 1
    ? 'The remaining time is free.'
    : `All ${wanted.length} times are free.`;
}

function TimesField({ control }: Pick<MoreFields, 'control'>) {
  const {
    field: { ref, value, ...field },
    fieldState,
  } = useController({ control, name: 'times' });
  return (
    <TextInput
      {...field}
      value={value ?? ''}
      inputRef={ref}
      label="Number of visits"
      required
      inputMode="numeric"
      autoComplete="off"
      error={fieldState.error?.message}
      hint={`From ${seriesLimits.times[0]} to ${seriesLimits.times[1]}.`}
    />
  );
}

interface VisitProps {
  visit: SeriesVisit;
  /** The date's conflict and warnings. */
  found: SeriesDate | undefined;
  asking: boolean;
  /** The first visit is at the time of the form. */
  fixed: boolean;
  isOther: boolean;
  onOther: (at: WallTime | undefined) => void;
  onLeave: (out: boolean) => void;
}

function Visit({
  visit: { date, at, leftOut, conflict },
  found,
  asking,
  fixed,
  isOther,
  onOther,
  onLeave,
}: VisitProps) {
  const [open, setOpen] = useState(false);
  const day = `${shortDay(at.slice(0, 10))}, ${at.slice(0, 4)}`;
  const problem = conflict ?? found?.conflict;
  return (
    <li>
      <div className="line">
        <Box
          component="span"
          sx={leftOut ? { textDecoration: 'line-through', color: 'text.secondary' } : undefined}
        >{`${day}, ${clockText(at)}`}</Box>
        <span className="steps">
          {!fixed && !open && !leftOut && (
            <WordButton
              label="Change"
              name={`Change the visit on ${day}`}
              onPress={() => setOpen(true)}
            />
          )}
          {!fixed && open && !leftOut && (
            <WordButton
              label="As the other visits"
              name={`The visit on ${day}: as the other visits`}
              onPress={() => {
                onOther(undefined);
                setOpen(false);
              }}
            />
          )}
          {!fixed && !leftOut && (
            <WordButton
              label="Leave out"
              name={`Leave out the visit on ${day}`}
              onPress={() => onLeave(true)}
            />
          )}
          {leftOut && (
            <WordButton
              label="Take in again"
              name={`Take in the visit on ${day} again`}
              onPress={() => onLeave(false)}
            />
          )}
        </span>
      </div>
      {!leftOut && problem && (
        <Typography variant="body2" color="error">
          {problem}
        </Typography>
      )}
      {!leftOut &&
        !problem &&
        found &&
        !asking &&
        found.unusual.map((one) => (
          <Typography
            key={one}
            variant="body2"
            color="warning.dark"
            sx={(theme) => theme.applyStyles('dark', { color: 'warning.light' })}
          >
            {one}
          </Typography>
        ))}
      {!leftOut && open && (
        <TextInput
          label={`Instead of ${formatDate(date)}`}
          type="datetime-local"
          value={isOther ? at : ''}
          onChange={({ target }) => onOther(target.value || undefined)}
        />
      )}
    </li>
  );
}

const rows = {
  listStyle: 'none',
  m: 0,
  p: 0,
  maxHeight: 320,
  overflowY: 'auto',
  '& > li': { borderTop: 1, borderColor: 'rule', py: 0.5, display: 'grid', gap: 1 },
  '& .line': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 1,
    minHeight: 44,
    flexWrap: 'wrap',
  },
  '& .steps': { display: 'flex', gap: 1.5 },
} as const;

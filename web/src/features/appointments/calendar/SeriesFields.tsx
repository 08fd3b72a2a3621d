import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';

import { FormText } from '@/components/FormText';
import { TextInput } from '@/components/TextInput';
import { WordButton } from '@/components/WordButton';
import type { MoreFields } from '@/features/appointments/ScheduleForm';
import { seriesLimits, seriesVisits, type SeriesVisit } from '@/features/appointments/series';
import { formatDate } from '@/lib/dates';
import { clockText, shortDay, type WallTime } from '@/lib/wallTime';

/** How many visits a course of treatments usually has. */
const usual = '3';

/** Books several visits at once: how many, how many weeks apart, and when each would be. Single ones can be at another time. */
export function SeriesFields({ control, setValue, conflicts }: Pick<MoreFields, 'control' | 'setValue' | 'conflicts'>) {
  const { field: { value: times, onChange } } = useController({ control, name: 'times' });
  const [first, every_weeks, other_times] = useWatch({ control, name: ['appointment_time', 'every_weeks', 'other_times'] });
  const list = useId();
  const visits = seriesVisits(first, { times, every_weeks, other_times }, conflicts);
  const setOther = (date: string, at: WallTime | undefined) => {
    const { [date]: _before, ...others } = other_times;
    setValue('other_times', at === undefined ? others : { ...others, [date]: at }, { shouldDirty: true });
  };
  return (
    <Box>
      <FormControlLabel label="Repeat" sx={{ minHeight: 44 }} control={<Checkbox checked={times !== null} onChange={(_event, is) => onChange(is ? usual : null)} />} />
      {times !== null && (
        <>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start', mt: 1 }}>
            <TimesField control={control} />
            <FormText control={control} name="every_weeks" label="Weeks between" required inputMode="numeric" autoComplete="off" hint={`From ${seriesLimits.every_weeks[0]} to ${seriesLimits.every_weeks[1]}.`} />
          </Box>
          {visits.length === 0 && <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>Choose a date and time for the first visit to see the others.</Typography>}
          {visits.length > 0 && (
            <>
              <Typography variant="caption" component="h3" id={list} color="textSecondary" sx={{ fontWeight: 600, mt: 1.5 }}>Visits, all of which are booked or none</Typography>
              <Box component="ol" aria-labelledby={list} tabIndex={0} sx={rows}>
                {visits.map((visit, number) => <Visit key={visit.date} visit={visit} fixed={number === 0} isOther={other_times[visit.date] !== undefined} onOther={(at) => setOther(visit.date, at)} />)}
              </Box>
            </>
          )}
        </>
      )}
    </Box>
  );
}

function TimesField({ control }: Pick<MoreFields, 'control'>) {
  const { field: { ref, value, ...field }, fieldState } = useController({ control, name: 'times' });
  return <TextInput {...field} value={value ?? ''} inputRef={ref} label="Number of visits" required inputMode="numeric" autoComplete="off" error={fieldState.error?.message} hint={`From ${seriesLimits.times[0]} to ${seriesLimits.times[1]}.`} />;
}

interface VisitProps {
  visit: SeriesVisit;
  /** The first one is when the form says. */
  fixed: boolean;
  isOther: boolean;
  onOther: (at: WallTime | undefined) => void;
}

function Visit({ visit: { date, at, conflict }, fixed, isOther, onOther }: VisitProps) {
  const [open, setOpen] = useState(false);
  const day = `${shortDay(at.slice(0, 10))}, ${at.slice(0, 4)}`;
  return (
    <li>
      <div className="line">
        <span>{`${day}, ${clockText(at)}`}</span>
        {!fixed && !open && <WordButton label="Change" name={`Change the visit on ${day}`} onPress={() => setOpen(true)} />}
        {!fixed && open && <WordButton label="As the others" name={`The visit on ${day} as the others`} onPress={() => { onOther(undefined); setOpen(false); }} />}
      </div>
      {conflict && <Typography variant="body2" color="error">{conflict}</Typography>}
      {open && <TextInput label={`Instead of ${formatDate(date)}`} type="datetime-local" value={isOther ? at : ''} onChange={({ target }) => onOther(target.value || undefined)} />}
    </li>
  );
}

const rows = {
  listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflowY: 'auto',
  '& > li': { borderTop: 1, borderColor: 'rule', py: 0.5, display: 'grid', gap: 1 },
  '& .line': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 44 },
} as const;

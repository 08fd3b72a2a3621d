import Alert from '@mui/material/Alert';
import { useId, useState } from 'react';
import { useController, type Control } from 'react-hook-form';

import { useTimeZone } from '@/api/useTimeZone';
import { TextInput } from '@/components/TextInput';
import { useUpcomingAppointments } from '@/features/appointments';
import { settingsLabels, type SettingsForm } from '@/features/settings/settingsForm';
import { findZone, timeIn, timeZones } from '@/features/settings/timeZones';
import { clockText, minutesBetween, wallOf } from '@/lib/wallTime';

/** What nine o'clock in the morning of one zone is in another one, today. */
function hourThere(from: string, to: string, now: number): string {
  const nine =
    minutesBetween(wallOf(now, from), `${wallOf(now, from).slice(0, 10)}T09:00`) * 60_000 + now;
  return clockText(wallOf(nine, to));
}

/** The clinic's time zone: found by a part of its name, with the time there as a check. */
export function ZoneField({ control }: { control: Control<SettingsForm> }) {
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: 'time_zone' });
  const id = useId();
  const [now] = useState(() => Date.now());
  const zone = findZone(field.value);
  const saved = useTimeZone();
  const { total } = useUpcomingAppointments();
  return (
    <>
      <TextInput
        {...field}
        inputRef={ref}
        label={settingsLabels.time_zone}
        required
        autoComplete="off"
        spellCheck={false}
        list={id}
        error={fieldState.error?.message}
        hint={`${zone ? `It is ${timeIn(zone, now)} there now. ` : ''}Appointments keep their moment: after a change they are shown in the new zone's time.`}
      />
      {zone && zone !== saved && Boolean(total) && (
        <Alert severity="warning">
          {`${total === 1 ? '1 appointment lies' : `${total} appointments lie`} ahead. Each keeps its moment, so the calendar shows it at another hour: what is at 9:00 AM now is then at ${hourThere(saved, zone, now)}. Patients are not written to; reminders that are still to come say the new time.`}
        </Alert>
      )}
      <datalist id={id}>
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

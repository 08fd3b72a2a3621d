import { useId, useState } from 'react';
import { useController, type Control } from 'react-hook-form';

import { TextInput } from '@/components/TextInput';
import { settingsLabels, type SettingsForm } from '@/features/settings/settingsForm';
import { findZone, timeIn, timeZones } from '@/features/settings/timeZones';

/** The clinic's time zone: found by a part of its name, with the time there as a check. */
export function ZoneField({ control }: { control: Control<SettingsForm> }) {
  const { field: { ref, ...field }, fieldState } = useController({ control, name: 'time_zone' });
  const id = useId();
  const [now] = useState(() => Date.now());
  const zone = findZone(field.value);
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
      <datalist id={id}>
        {timeZones.map((name) => <option key={name} value={name}>{name}</option>)}
      </datalist>
    </>
  );
}

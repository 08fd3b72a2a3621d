import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';

import type { ClinicModule } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { moduleWords } from '@/features/settings/moduleWords';
import { useSwitchModule } from '@/features/settings/useSwitchModule';
import { formatInstant } from '@/lib/dates';

interface Props {
  found: ClinicModule;
  mayChange: boolean;
}

/** A module with its switch, what it is for, and who switched it last. */
export function ModuleRow({ found, mayChange }: Props) {
  const { module, available, on } = found;
  const label = useId();
  const description = useId();
  const zone = useTimeZone();
  const { change, changing } = useSwitchModule();
  const { name, sentence } = moduleWords[module];
  return (
    <ListItem
      disableGutters
      divider
      sx={{ pr: 9 }}
      secondaryAction={
        <Switch
          edge="end"
          checked={on}
          disabled={!available || !mayChange || changing}
          onChange={(_event, chosen) => void change(found, chosen)}
          slotProps={{ input: { 'aria-labelledby': label, 'aria-describedby': description } }}
        />
      }
    >
      <ListItemText
        primary={<span id={label}>{name}</span>}
        secondary={
          <span id={description}>
            {[sentence, available ? lastChange(found, zone) : 'Not available yet.']
              .filter(Boolean)
              .join(' ')}
          </span>
        }
      />
    </ListItem>
  );
}

const lastChange = ({ on, changed_by_name, changed_at }: ClinicModule, zone: string) =>
  changed_by_name && changed_at
    ? `Switched ${on ? 'on' : 'off'} by ${changed_by_name}, ${formatInstant(changed_at, zone)}.`
    : '';

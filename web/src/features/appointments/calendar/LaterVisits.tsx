import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';

import { useShowAppointmentQuery } from '@/api/generated';
import { formatInstantDate } from '@/lib/dates';

interface Props {
  visit: number;
  timeZone: string;
  chosen: boolean;
  /** What the patient is told; false: nothing. */
  told: 'moved' | 'cancelled' | false;
  onChoose: (chosen: boolean) => void;
}

/** Whether the later visits of the series are moved or cancelled along with this one. Nothing where there are none. */
export function LaterVisits({ visit, timeZone, chosen, told, onChoose }: Props) {
  const id = useId();
  const { later = [], outlook } = useShowAppointmentQuery(visit).currentData ?? {};
  if (later.length === 0) return null;
  return (
    <div>
      <FormControlLabel
        label="This and all later visits of the series"
        sx={{ minHeight: 44 }}
        control={
          <Checkbox
            checked={chosen}
            onChange={(_event, is) => onChoose(is)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <FormHelperText id={id} sx={{ mx: 0 }}>
        {`${later.length} later: ${later.map((at) => formatInstantDate(at, timeZone)).join('; ')}. Either all of them change or none.${told && outlook?.[told] === null ? ' The patient gets one message.' : ''}`}
      </FormHelperText>
    </div>
  );
}

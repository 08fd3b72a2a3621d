import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useController, type Control } from 'react-hook-form';

import { serviceLabels, sorted, type ServiceForm } from '@/features/services/serviceForm';

export interface Choice {
  id: number;
  name: string;
}

interface Props {
  control: Control<ServiceForm>;
  name: 'performer_ids' | 'consent_template_ids';
  choices: readonly Choice[];
  hint: string;
}

/** Any number of a few choices, each a checkbox. */
export function ChoicesField({ control, name, choices, hint }: Props) {
  const note = useId();
  const { field: { value, onChange, onBlur, ref }, fieldState: { error } } = useController({ control, name });
  const toggle = (id: string, chosen: boolean) => onChange(sorted(chosen ? [...value, id] : value.filter((one) => one !== id)));
  return (
    <FormControl component="fieldset" error={Boolean(error)} aria-describedby={note} sx={{ minWidth: 0 }}>
      <FormLabel component="legend">{serviceLabels[name]}</FormLabel>
      <FormGroup>
        {choices.map(({ id, name: label }, index) => (
          <FormControlLabel
            key={id}
            label={label}
            sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
            control={<Checkbox checked={value.includes(String(id))} onChange={(_event, chosen) => toggle(String(id), chosen)} onBlur={onBlur} slotProps={{ input: index === 0 ? { ref } : {} }} />}
          />
        ))}
      </FormGroup>
      <FormHelperText id={note} sx={{ mx: 0 }}>{error?.message ?? hint}</FormHelperText>
    </FormControl>
  );
}

import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import { useFieldHint } from '@/components/fieldChanges';

interface Props<Form extends FieldValues> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string[]>;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Brings what is chosen into the order in which the form keeps it. */
  order?: (chosen: string[]) => string[];
  hint?: string;
  /** Beside each other, as many as fit. */
  row?: boolean;
}

const asChosen = (chosen: string[]) => chosen;

/** Any number of a few choices, each a checkbox, bound to a form field. */
export function FormChoices<Form extends FieldValues>({
  control,
  name,
  label,
  options,
  order = asChosen,
  hint,
  row = false,
}: Props<Form>) {
  const note = useId();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name });
  const chosen: string[] = value;
  const toggle = (one: string, is: boolean) =>
    onChange(order(is ? [...chosen, one] : chosen.filter((other) => other !== one)));
  const noted = useFieldHint(name, hint);
  const message = error?.message ?? noted;
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      aria-describedby={message ? note : undefined}
      sx={{ minWidth: 0 }}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup row={row}>
        {options.map((option, index) => (
          <FormControlLabel
            key={option.value}
            label={option.label}
            sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
            control={
              <Checkbox
                checked={chosen.includes(option.value)}
                onChange={(_event, is) => toggle(option.value, is)}
                onBlur={onBlur}
                slotProps={{ input: index === 0 ? { ref } : {} }}
              />
            }
          />
        ))}
      </FormGroup>
      {message && (
        <FormHelperText id={note} sx={{ mx: 0 }}>
          {message}
        </FormHelperText>
      )}
    </FormControl>
  );
}

import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';

interface Props<Form extends FieldValues> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, boolean>;
  label: string;
  required?: boolean;
}

/** A checkbox bound to a form field; its whole line can be pressed. */
export function FormCheckbox<Form extends FieldValues>({ control, name, label, required = false }: Props<Form>) {
  const id = useId();
  const { field: { ref, value, onChange, ...field }, fieldState: { error } } = useController({ control, name });
  return (
    <FormControl error={Boolean(error)} required={required} sx={{ alignItems: 'flex-start' }}>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 44 }}
        control={(
          <Checkbox
            {...field}
            checked={value}
            onChange={(_event, checked) => onChange(checked)}
            slotProps={{ input: { ref, required, 'aria-describedby': error ? `${id}-note` : undefined } }}
          />
        )}
      />
      {error?.message && <FormHelperText id={`${id}-note`}>{error.message}</FormHelperText>}
    </FormControl>
  );
}

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
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
    <Stack sx={{ alignItems: 'flex-start' }}>
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
      {error?.message && <FormHelperText error id={`${id}-note`}>{error.message}</FormHelperText>}
    </Stack>
  );
}

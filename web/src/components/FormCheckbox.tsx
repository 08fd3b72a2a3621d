import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
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
  name: FieldPathByValue<Form, boolean>;
  label: string;
  hint?: string | undefined;
  required?: boolean;
}

/** A checkbox bound to a form field; its whole line can be pressed. Its error, or a hint, is below it. */
export function FormCheckbox<Form extends FieldValues>({
  control,
  name,
  label,
  hint,
  required = false,
}: Props<Form>) {
  const id = useId();
  const {
    field: { ref, value, onChange, ...field },
    fieldState: { error },
  } = useController({ control, name });
  const hintText = useFieldHint(name, hint);
  const note = error?.message ?? hintText;
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 44 }}
        control={
          <Checkbox
            {...field}
            checked={value}
            onChange={(_event, checked) => onChange(checked)}
            slotProps={{
              input: { ref, required, 'aria-describedby': note ? `${id}-note` : undefined },
            }}
          />
        }
      />
      {/* Below the label, beside the box. */}
      {note && (
        <FormHelperText error={error !== undefined} id={`${id}-note`} sx={{ mt: 0, ml: 4 }}>
          {note}
        </FormHelperText>
      )}
    </Stack>
  );
}

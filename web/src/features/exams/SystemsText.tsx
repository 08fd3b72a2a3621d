import Stack from '@mui/material/Stack';
import { useController, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { withAllSystems } from '@/features/exams/sectionText';
import type { TemplateForm } from '@/features/exams/templateRecord';

interface Props {
  control: Control<TemplateForm>;
  name: 'ros_template' | 'pe_template';
  label: string;
}

/** A text with one line a system, and a button that adds the missing lines. */
export function SystemsText({ control, name, label }: Props) {
  const { field } = useController({ control, name });
  return (
    <Stack spacing={1}>
      <FormArea
        control={control}
        name={name}
        label={label}
        hint="One line for each system, such as “Skin: Warm and dry; No lesions”. A line without a system’s name goes to Constitutional."
        minRows={4}
        maxRows={14}
      />
      <Button
        onClick={() => field.onChange(withAllSystems(field.value))}
        aria-label={`Add a line for each system to ${label}`}
        style={{ alignSelf: 'flex-start' }}
      >
        Add a line for each system
      </Button>
    </Stack>
  );
}

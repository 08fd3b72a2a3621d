import type { Control } from 'react-hook-form';

import { FormChoices } from '@/components/FormChoices';
import { serviceLabels, sorted, type ServiceForm } from '@/features/services/serviceForm';

export interface Choice {
  id: number;
  name: string;
}

interface Props {
  control: Control<ServiceForm>;
  name: 'performer_ids';
  choices: readonly Choice[];
  hint: string;
}

/** Any number of a few choices, each a checkbox. */
export function ChoicesField({ control, name, choices, hint }: Props) {
  const options = choices.map(({ id, name: label }) => ({ value: String(id), label }));
  return (
    <FormChoices
      control={control}
      name={name}
      label={serviceLabels[name]}
      options={options}
      order={sorted}
      hint={hint}
    />
  );
}

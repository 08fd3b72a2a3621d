import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useController, type Control } from 'react-hook-form';

import { SelectInput } from '@/components/SelectInput';
import type { Choice } from '@/features/services/ChoicesField';
import { consentRule, readConsentRule, validities } from '@/features/services/consentRules';
import { serviceLabels, type ServiceForm } from '@/features/services/serviceForm';

interface Props {
  control: Control<ServiceForm>;
  choices: readonly Choice[];
}

/** The consents that a service needs: a checkbox for each template, and for how long a signature counts. */
export function ConsentsField({ control, choices }: Props) {
  const note = useId();
  const {
    field: { value: rules, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name: 'consents' });
  const months = new Map(
    rules.map(readConsentRule).map(({ id, valid_months }) => [id, valid_months]),
  );
  const set = (id: number, valid: number | null | undefined) => {
    const others = rules.filter((rule) => readConsentRule(rule).id !== id);
    onChange(
      (valid === undefined ? others : [...others, consentRule(id, valid)]).toSorted(
        (one, other) => readConsentRule(one).id - readConsentRule(other).id,
      ),
    );
  };
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      aria-describedby={note}
      sx={{ minWidth: 0 }}
    >
      <FormLabel component="legend">{serviceLabels.consents}</FormLabel>
      {choices.map(({ id, name }, index) => {
        const valid = months.get(id);
        return (
          <Box key={id}>
            <FormControlLabel
              label={name}
              sx={{ minHeight: 44, overflowWrap: 'anywhere' }}
              control={
                <Checkbox
                  checked={valid !== undefined}
                  onChange={(_event, is) => set(id, is ? 12 : undefined)}
                  onBlur={onBlur}
                  slotProps={{ input: index === 0 ? { ref } : {} }}
                />
              }
            />
            {valid !== undefined && (
              <Box sx={{ pl: 4, pb: 1.5 }}>
                <SelectInput
                  label={`A signature of ${name} counts`}
                  options={validities(valid)}
                  value={valid === null ? '' : String(valid)}
                  placeholder="For one treatment"
                  onChange={(chosen) => set(id, chosen === '' ? null : Number(chosen))}
                />
              </Box>
            )}
          </Box>
        );
      })}
      <FormHelperText id={note} sx={{ mx: 0 }}>
        {error?.message ??
          'Templates of your forms. A missing consent is offered before a treatment.'}
      </FormHelperText>
    </FormControl>
  );
}

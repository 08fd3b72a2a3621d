import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useWatch, type Control } from 'react-hook-form';

import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { decisionWords } from '@/features/clearance/clearanceWords';
import type { SignForm } from '@/features/clearance/signForm';

interface Props {
  control: Control<SignForm>;
  index: number;
  service: string;
  /** What was decided before, in words; '' where nothing was. */
  before: string;
  /** For how many months a decision counts where no day is entered. */
  months: number;
}

const choices = (['cleared', 'deferred', 'not_a_candidate'] as const).map((value) => ({
  value,
  label: decisionWords[value],
}));

/** What is decided about one service: cleared until a day and under a condition, or not, and why. */
export function DecisionRow({ control, index, service, before, months }: Props) {
  const decided = useWatch({ control, name: `decisions.${index}.decision` });
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', pt: { sm: 1 } }}>
        <Typography sx={{ fontWeight: 600 }}>{service}</Typography>
        {before !== '' && (
          <Typography variant="body2" color="textSecondary">
            {before}
          </Typography>
        )}
      </Box>
      <FormSelect
        control={control}
        name={`decisions.${index}.decision`}
        label={`Decision: ${service}`}
        options={choices}
        placeholder="Not decided"
      />
      {decided === 'cleared' && (
        <Box sx={details}>
          <FormText
            control={control}
            name={`decisions.${index}.valid_until`}
            label={`Valid until: ${service}`}
            type="date"
            hint={`Empty: ${months === 1 ? 'a month' : `${months} months`} from the exam`}
          />
          <FormText
            control={control}
            name={`decisions.${index}.reason`}
            label={`Condition: ${service}`}
            hint="Such as “With antiviral”"
            autoComplete="off"
          />
        </Box>
      )}
      {(decided === 'deferred' || decided === 'not_a_candidate') && (
        <Box sx={{ ...details, gridTemplateColumns: '1fr' }}>
          <FormText
            control={control}
            name={`decisions.${index}.reason`}
            label={`Why not: ${service}`}
            autoComplete="off"
            required
          />
        </Box>
      )}
    </Box>
  );
}

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) 220px' },
  columnGap: 2,
  rowGap: 1.5,
  alignItems: 'start',
  py: 1.5,
  borderTop: 1,
  borderColor: 'rule',
  '&:first-of-type': { borderTop: 0 },
} as const;

const details = {
  gridColumn: '1 / -1',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '220px minmax(0, 1fr)' },
  alignItems: 'start',
} as const;

import Chip from '@mui/material/Chip';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

import type { Cycle } from '@/api/generated';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  value: Cycle;
  onChange: (billing: Cycle) => void;
}

/** Prices by the month or by the year. */
export function BillingToggle({ value, onChange }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      color="primary"
      aria-label="Billing"
      value={value}
      // MUI reports null when the selected button is pressed again.
      onChange={(_event, chosen: Cycle | null) => chosen && onChange(chosen)}
      sx={{ alignSelf: 'center', bgcolor: 'background.paper' }}
    >
      <ToggleButton value="monthly" sx={choice}>
        Monthly
      </ToggleButton>
      <ToggleButton value="annual" sx={choice}>
        Annual
        <Chip component="span" size="small" color="primary" label="Save 20%" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

const choice = {
  minHeight: 48,
  px: 3,
  gap: 1,
  color: 'text.primary',
  typography: 'button',
  '&.Mui-selected': chosenInForcedColors,
} as const;

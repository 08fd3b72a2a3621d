import { useColorScheme } from '@mui/material/styles';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { chosenInForcedColors } from '@/theme/forcedColors';

const modes = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Chooses the light or the dark scheme, or the device's. MUI keeps the choice in localStorage. */
export function ColorSchemeSwitch() {
  const { mode, setMode } = useColorScheme();
  const id = useId();
  return (
    <Box sx={{ px: 2, py: 1 }}>
      <Typography
        id={id}
        component="p"
        variant="caption"
        color="textSecondary"
        sx={{ mb: 0.75, fontWeight: 600 }}
      >
        Colors
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        color="primary"
        aria-labelledby={id}
        value={mode}
        // MUI hands over null when the chosen one is pressed again.
        onChange={(_event, chosen: keyof typeof modes | null) => chosen && setMode(chosen)}
      >
        {Object.entries(modes).map(([value, label]) => (
          <ToggleButton
            key={value}
            value={value}
            sx={{ px: 0, '&.Mui-selected': chosenInForcedColors }}
          >
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}

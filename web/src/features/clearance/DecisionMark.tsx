import CheckCircle from '@mui/icons-material/CheckCircle';
import Dangerous from '@mui/icons-material/Dangerous';
import DoNotDisturbAlt from '@mui/icons-material/DoNotDisturbAlt';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import Schedule from '@mui/icons-material/Schedule';
import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import type { ClearanceMark } from '@/features/clearance/clearanceWords';

const looks = {
  good: { icon: <CheckCircle />, color: 'success.main' },
  careful: { icon: <WarningRounded />, color: 'warning.main' },
  danger: { icon: <Dangerous />, color: 'error.main' },
  waits: { icon: <Schedule />, color: 'warning.main' },
  off: { icon: <DoNotDisturbAlt />, color: 'text.secondary' },
  plain: { icon: <RadioButtonUnchecked />, color: 'text.secondary' },
} as const satisfies Record<ClearanceMark['look'], object>;

/** A state in a shape, a colour and a word, as plain text within a row. */
export function DecisionMark({
  look,
  children,
}: {
  look: ClearanceMark['look'];
  children: ReactNode;
}) {
  const { icon, color } = looks[look];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        flexShrink: 0,
        typography: 'body2',
        fontWeight: 600,
        color,
        '& > svg': { fontSize: 16 },
      }}
    >
      {icon}
      {children}
    </Box>
  );
}

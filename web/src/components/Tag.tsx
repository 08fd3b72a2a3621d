import Box from '@mui/material/Box';
import type { ReactElement } from 'react';

interface Props {
  label: string;
  icon?: ReactElement;
  sx?: Record<string, string | number>;
}

/** A word or two in a small rounded frame. Not MUI's Chip: that can be pressed and deleted, and is heavy on the first screen. */
export function Tag({ label, icon, sx }: Props) {
  return (
    <Box component="span" sx={{ ...frame, ...(icon && { pl: 0.5 }), ...sx }}>
      {icon}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{label}</Box>
    </Box>
  );
}

const frame = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  maxWidth: '100%',
  height: 28,
  px: 1,
  borderRadius: '16px',
  fontSize: '0.8125rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& svg': { fontSize: 18 },
} as const;

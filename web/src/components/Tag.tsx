import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import type { ReactElement, ReactNode } from 'react';

interface Props {
  label: ReactNode;
  icon?: ReactElement;
  color?: 'default' | 'success' | 'warning' | 'error' | 'info';
  sx?: SxProps;
}

/**
 * A word on a tinted ground, drawn as MUI's chip is: the frame of every page would have to fetch that one's code. A span, so that it may
 * stand within a paragraph.
 */
export function Tag({ label, icon, color = 'default', sx }: Props) {
  return (
    <Box component="span" sx={[tag, grounds[color], ...[sx ?? []].flat()]}>
      {icon}
      <span>{label}</span>
    </Box>
  );
}

const severity = <Name extends string>(name: Name) =>
  ({ color: `${name}.main`, bgcolor: `${name}.light` }) as const;

const grounds = {
  default: { color: 'text.onSidebar', bgcolor: 'background.sidebar' },
  success: severity('success'),
  warning: severity('warning'),
  error: severity('error'),
  info: severity('info'),
} as const;

const tag = {
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  height: 28,
  px: 1.5,
  borderRadius: 999,
  fontSize: 13,
  fontWeight: 600,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& > svg': { fontSize: 18, ml: -0.75, mr: 0.75 },
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;

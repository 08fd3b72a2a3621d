import Box from '@mui/material/Box';

import { unseen } from '@/components/unseen';

/** How much waits behind an entry of the navigation; nothing while nothing does. */
export function CountBadge({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <Box component="span" className="count" sx={badge}>
      <Box component="span" sx={unseen}>
        {', '}
      </Box>
      {count > 99 ? '99+' : count}
      <Box component="span" sx={unseen}>
        {' waiting'}
      </Box>
    </Box>
  );
}

const badge = {
  minWidth: 20,
  height: 20,
  px: 0.75,
  borderRadius: 10,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  bgcolor: 'secondary.main',
  color: 'secondary.contrastText',
  typography: 'caption',
  fontWeight: 700,
  fontVariantNumeric: 'tabular-nums',
} as const;

import Box from '@mui/material/Box';

import { useCountReviewQuery } from '@/api/generated';
import { refreshInterval } from '@/lib/userActivity';

/** How many charts wait for a director; nothing while none does. */
export function ReviewBadge() {
  const { data } = useCountReviewQuery(undefined, { pollingInterval: refreshInterval, skipPollingIfUnfocused: true });
  if (!data?.all) return null;
  return <Box component="span" className="count" sx={badge}><Box component="span" sx={heard}>, </Box>{data.all > 99 ? '99+' : data.all}<Box component="span" sx={heard}> waiting</Box></Box>;
}

const badge = { minWidth: 20, height: 20, px: 0.75, borderRadius: 10, display: 'inline-flex', alignItems: 'center', justifyContent: 'center', bgcolor: 'secondary.main', color: 'secondary.contrastText', typography: 'caption', fontWeight: 700, fontVariantNumeric: 'tabular-nums' } as const;
const heard = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const;

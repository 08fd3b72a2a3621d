import Box from '@mui/material/Box';

import { useCountReviewQuery } from '@/api/generated';
import { unseen } from '@/components/unseen';
import { refreshInterval } from '@/lib/userActivity';

/** How many charts wait for a director; nothing while none does. */
export function ReviewBadge() {
  const { data } = useCountReviewQuery(undefined, { pollingInterval: refreshInterval, skipPollingIfUnfocused: true });
  if (!data?.all) return null;
  return <Box component="span" className="count" sx={badge}><Box component="span" sx={unseen}>, </Box>{data.all > 99 ? '99+' : data.all}<Box component="span" sx={unseen}> waiting</Box></Box>;
}

const badge = { minWidth: 20, height: 20, px: 0.75, borderRadius: 10, display: 'inline-flex', alignItems: 'center', justifyContent: 'center', bgcolor: 'secondary.main', color: 'secondary.contrastText', typography: 'caption', fontWeight: 700, fontVariantNumeric: 'tabular-nums' } as const;

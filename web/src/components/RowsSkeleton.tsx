import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

import { rows } from '@/components/rows';

interface Props {
  /** About how many rows will come. */
  count: number;
}

/** The outline of rows while they load, each as high as a row, so that little moves when they are there. Of a fast answer nothing is seen. */
export function RowsSkeleton({ count }: Props) {
  return (
    <Box role="status" aria-label="Loading" sx={outline}>
      <Box component="ul" aria-hidden sx={rows}>
        {Array.from({ length: count }, (_, row) => (
          <li key={row}>
            <Skeleton width="40%" height={20} />
            <Skeleton width="60%" height={18} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const outline = {
  '@keyframes rows-appear': { from: { opacity: 0 } },
  animation: 'rows-appear 0.01ms 200ms both',
  // Two lines of 20 and 18 px, as in a row.
  '& li': { height: 52, pt: 0.75 },
} as const;

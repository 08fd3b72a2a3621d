import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

import { rows } from '@/components/rows';

interface Props {
  /** About how many rows will come. */
  count: number;
  /** Where the list is narrower than this, in px, its rows have a third line. */
  thirdLineBelow?: number;
}

/** The outline of rows while they load, each as high as a row, so that little moves when they are there. Of a fast answer nothing is seen. */
export function RowsSkeleton({ count, thirdLineBelow = 0 }: Props) {
  return (
    <Box role="status" aria-label="Loading" sx={outline}>
      <Box
        component="ul"
        aria-hidden
        sx={{
          ...rows,
          [`@container (min-width: ${thirdLineBelow}px)`]: { '& .third': { display: 'none' } },
        }}
      >
        {Array.from({ length: count }, (_, row) => (
          <li key={row}>
            <Skeleton width="40%" height={20} />
            <Skeleton width="60%" height={18} />
            <Skeleton width="30%" height={18} className="third" />
          </li>
        ))}
      </Box>
    </Box>
  );
}

const outline = {
  containerType: 'inline-size',
  '@keyframes rows-appear': { from: { opacity: 0 } },
  animation: 'rows-appear 0.01ms 200ms both',
  '& li': { py: 0.5 },
} as const;

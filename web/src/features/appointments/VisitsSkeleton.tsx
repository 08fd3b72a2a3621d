import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

interface Props {
  /** How high each row will be, in px. */
  height: number | { xs: number; sm: number };
  /** How many are drawn: about as many as one sees. */
  count?: number;
  /** Rows that are cards of their own, instead of lines that divide them. */
  cards?: boolean;
}

/** The appointments of a list or of a day while they load, as high as those that come, so that nothing moves when they do. */
export function VisitsSkeleton({ height, count = 8, cards = false }: Props) {
  return (
    <Box role="status" aria-label="Loading" sx={cards ? { display: 'grid', gap: 0.75 } : undefined}>
      {Array.from({ length: count }, (_, row) =>
        cards ? (
          <Skeleton key={row} variant="rounded" sx={{ height }} />
        ) : (
          <Box key={row} sx={[line, { height, borderTop: row === 0 ? 0 : 1 }]}>
            <Skeleton variant="text" width={72} />
            <Box sx={{ flex: 1 }}>
              <Skeleton variant="text" width="40%" />
              <Skeleton variant="text" width="65%" />
            </Box>
            <Skeleton variant="text" width={88} />
          </Box>
        ),
      )}
    </Box>
  );
}

const line = { display: 'flex', alignItems: 'center', gap: 2, borderColor: 'rule' } as const;

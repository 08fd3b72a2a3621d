import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { RowLink } from '@/components/RowLink';
import { paths } from '@/lib/paths';

/** A sentence about Celadon, in one quiet line. */
export function Marketing() {
  return (
    <Box
      component="section"
      aria-labelledby="celadon-is"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}
    >
      <Typography component="h2" variant="body1" color="textSecondary" id="celadon-is">
        Everything a visit needs, in one calm place
      </Typography>
      <RowLink to={paths.pricing} strong>
        See the plans
      </RowLink>
    </Box>
  );
}

import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { ButtonAnchor } from '@/components/ButtonAnchor';
import { sitePaths } from '@/features/sign-up/sitePaths';

export function NoSuchPage() {
  return (
    <Stack spacing={3} sx={{ alignItems: 'flex-start', py: { xs: 4, sm: 8 } }}>
      <Typography variant="h1">Page not found</Typography>
      <Typography color="textSecondary">
        There is nothing at this address. Are you looking for your clinic? Each clinic has its own
        address.
      </Typography>
      <Stack direction="row" spacing={1.5}>
        <ButtonAnchor href={sitePaths.home} variant="contained">
          To the start
        </ButtonAnchor>
        <ButtonAnchor href={sitePaths.find} variant="outlined">
          Find your clinic
        </ButtonAnchor>
      </Stack>
    </Stack>
  );
}

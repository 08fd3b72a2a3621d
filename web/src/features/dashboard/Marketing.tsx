import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import { paths } from '@/lib/paths';

const promises = [
  ['One record', 'Exam, consent and treatment stand side by side, each with its signature.'],
  ['Signed anywhere', 'Patients read and sign on their own phone, by a link that is theirs alone.'],
  ['Nothing unsigned', 'A medical director sees what waits, and signs it with one stroke.'],
] as const;

/** A short text about Celadon. */
export function Marketing() {
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="celadon-is"
      sx={{ gridColumn: { sm: '1 / -1' }, p: 2 }}
    >
      <Typography variant="h2" id="celadon-is">
        Everything a visit needs, in one calm place
      </Typography>
      <Box aria-hidden sx={{ width: 48, height: '1px', bgcolor: 'ornament', my: 2 }} />
      <Box
        sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}
      >
        {promises.map(([title, text]) => (
          <Box key={title}>
            <Typography variant="h3">{title}</Typography>
            <Typography variant="body2" sx={{ mt: 0.5 }}>
              {text}
            </Typography>
          </Box>
        ))}
      </Box>
      <Link
        component={RouterLink}
        to={paths.pricing}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          minHeight: 44,
          mt: 1.5,
          fontWeight: 600,
        }}
      >
        See the plans
      </Link>
    </Paper>
  );
}

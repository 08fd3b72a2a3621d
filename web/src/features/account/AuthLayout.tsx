import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import { clinicName } from '@/lib/clinicName';

interface Props {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}

/** The layout of the pages outside of the staff area: the clinic's name above a sheet with the form. */
export function AuthLayout({ title, intro, children, foot }: Props) {
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: { xs: 'flex-start', sm: 'center' },
        px: 2,
        py: { xs: 4, sm: 6 },
        borderTop: '4px solid',
        borderColor: 'primary.main',
      }}
    >
      <Stack sx={{ alignItems: 'center', mb: 3, textAlign: 'center' }}>
        <Typography component="p" variant="h1" color="primary">
          Celadon
        </Typography>
        <Box aria-hidden sx={{ width: 40, height: '1px', bgcolor: 'ornament', my: 1.25 }} />
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {clinicName() ?? 'Practice management for aesthetic clinics'}
        </Typography>
      </Stack>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <Typography component="h1" variant="h2" sx={{ mb: intro ? 1 : 3 }}>
          {title}
        </Typography>
        {intro && (
          <Typography color="textSecondary" sx={{ mb: 3 }}>
            {intro}
          </Typography>
        )}
        {children}
      </Paper>
      {foot && <Box sx={{ mt: 2, textAlign: 'center' }}>{foot}</Box>}
    </Box>
  );
}

import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import VaccinesOutlined from '@mui/icons-material/VaccinesOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ElementType } from 'react';

import { ButtonAnchor } from '@/components/ButtonAnchor';
import { sitePaths } from '@/features/sign-up/sitePaths';

const parts: { Icon: ElementType; title: string; text: string }[] = [
  {
    Icon: FactCheckOutlined,
    title: 'Good Faith Exams',
    text: 'Vitals, review of systems and physical exam, with findings a tap away and templates for each visit. No treatment without an exam.',
  },
  {
    Icon: VaccinesOutlined,
    title: 'Treatments',
    text: 'Units, lots and volumes, signed by the provider. The Medical Director sees what waits and approves it with a signature.',
  },
  {
    Icon: DrawOutlined,
    title: 'Consents',
    text: 'Patients sign on their own phone through a private link. The text they signed is kept word for word.',
  },
  {
    Icon: ReceiptLongOutlined,
    title: 'Good Faith Estimates',
    text: 'Costs by area and session, added up for you and ready to sign before the visit.',
  },
  {
    Icon: CalendarMonthOutlined,
    title: 'Appointments',
    text: 'The day at a glance, in your clinic’s own time. Nobody is booked twice by accident.',
  },
  {
    Icon: LockOutlined,
    title: 'Kept apart',
    text: 'Each clinic’s records live in their own part of the database. Roles decide who sees what, and every look leaves a trace.',
  },
];

/** What Celadon is. */
export function HomePage() {
  return (
    <>
      <Box sx={{ py: { xs: 5, sm: 9 }, maxWidth: 720 }}>
        <Typography
          component="h1"
          sx={{ typography: 'h1', fontSize: { xs: '2.25rem', sm: '3.25rem' }, lineHeight: 1.15 }}
        >
          A calm place to run an aesthetic clinic
        </Typography>
        <Box aria-hidden sx={{ width: 56, height: '1px', bgcolor: 'ornament', my: 3 }} />
        <Typography color="textSecondary" sx={{ fontSize: { xs: '1.0625rem', sm: '1.1875rem' } }}>
          Celadon keeps exams, treatments, consents, estimates and appointments in one place, made
          for a tablet in the treatment room and quick enough for a full front desk.
        </Typography>
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ mt: 4, gap: 1.5 }}>
          <ButtonAnchor href={sitePaths.signUp} variant="contained" size="large">
            Start your 14-day trial
          </ButtonAnchor>
          <ButtonAnchor href={sitePaths.pricing} variant="outlined" size="large">
            See pricing
          </ButtonAnchor>
        </Stack>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          Your own clinic in under a minute. No card is asked for.
        </Typography>
      </Box>
      <Typography variant="h2" id="parts" sx={{ mb: 3 }}>
        What a day needs
      </Typography>
      <Box
        component="ul"
        role="list"
        aria-labelledby="parts"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)' },
        }}
      >
        {parts.map(({ Icon, title, text }) => (
          <Box
            component="li"
            key={title}
            sx={{
              bgcolor: 'background.paper',
              border: 1,
              borderColor: 'divider',
              borderRadius: '10px',
              p: 3,
            }}
          >
            <Box
              aria-hidden
              sx={{
                width: 44,
                height: 44,
                borderRadius: '50%',
                display: 'grid',
                placeItems: 'center',
                bgcolor: 'primary.light',
                color: 'primary.main',
                mb: 2,
              }}
            >
              <Icon fontSize="small" />
            </Box>
            <Typography variant="h3" sx={{ mb: 0.75 }}>
              {title}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {text}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          mt: { xs: 5, sm: 8 },
          p: { xs: 3, sm: 5 },
          bgcolor: 'primary.light',
          borderRadius: '10px',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 3,
        }}
      >
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography variant="h2" sx={{ mb: 0.75 }}>
            Ready on the first day
          </Typography>
          <Typography>
            Consent texts, exam templates, finding lists and default times are there when you
            arrive. Change what you like; begin with sample patients if that helps.
          </Typography>
        </Box>
        <ButtonAnchor href={sitePaths.signUp} variant="contained" size="large">
          Sign up
        </ButtonAnchor>
      </Box>
    </>
  );
}

import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { pageBar, pageBarOnPhone } from '@/theme/tokens';

interface Props {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  /** Right of the title. */
  beside?: ReactNode;
}

/** The header of a page, in one line where it fits: the way back, title, subtitle and actions. */
export function PageHeader({ title, subtitle, back, actions, beside }: Props) {
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '4px 16px',
        minHeight: { xs: pageBarOnPhone, sm: pageBar },
        py: 0.75,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {back && (
          <IconButton
            component={Link}
            to={back.to}
            aria-label={back.label}
            title={back.label}
            edge="start"
            color="primary"
          >
            <ArrowBack />
          </IconButton>
        )}
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {beside}
      </Box>
      {subtitle && (
        <Typography
          component="div"
          color="textSecondary"
          sx={{ flex: { xs: '1 0 100%', sm: '1 1 200px' } }}
        >
          {subtitle}
        </Typography>
      )}
      {actions && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, ml: 'auto' }}>{actions}</Box>
      )}
    </Box>
  );
}

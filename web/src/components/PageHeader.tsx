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
}

/** The header of a page, in one line where it fits: the way back, title, subtitle and actions. */
export function PageHeader({ title, subtitle, back, actions }: Props) {
  return (
    <Box component="header" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', minHeight: { xs: pageBarOnPhone, sm: pageBar } }}>
      <Box sx={{ flex: '1 1 auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minWidth: 0 }}>
        {back && (
          <IconButton component={Link} to={back.to} aria-label={back.label} title={back.label} edge="start" color="primary" sx={{ mr: -1 }}>
            <ArrowBack />
          </IconButton>
        )}
        <Typography variant="h1">{title}</Typography>
        {subtitle && <Typography component="div" color="textSecondary" sx={{ minWidth: 0 }}>{subtitle}</Typography>}
      </Box>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>{actions}</Box>}
    </Box>
  );
}

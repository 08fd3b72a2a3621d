import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

interface Props {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** The head of a page: where one came from, what this is, and what can be done, top right. */
export function PageHeader({ title, subtitle, back, actions }: Props) {
  return (
    <Box component="header">
      {back && (
        <Link component={RouterLink} to={back.to} underline="hover" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: 44, fontWeight: 600 }}>
          <ArrowBack fontSize="small" aria-hidden />
          {back.label}
        </Link>
      )}
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, rowGap: 1.5 }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          {subtitle && <Typography component="div" color="textSecondary" sx={{ mt: 0.5 }}>{subtitle}</Typography>}
        </Box>
        {actions && <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>{actions}</Stack>}
      </Stack>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';

import { ButtonAnchor } from '@/components/ButtonAnchor';
import { sitePaths } from '@/features/sign-up/sitePaths';
import { font } from '@/theme/tokens';

const wide = { maxWidth: 1120, mx: 'auto', px: { xs: 2, sm: 4 } } as const;
const link = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  px: 1.25,
  color: 'text.primary',
  fontWeight: 600,
  fontSize: '0.9375rem',
} as const;

/** The header with its links and the footer around every page of the platform. */
export function PlatformLayout({ path, children }: { path: string; children: ReactNode }) {
  const here = (to: string) => (path === to ? { 'aria-current': 'page' as const } : {});
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        borderTop: '4px solid',
        borderColor: 'primary.main',
      }}
    >
      <Link
        href="#content"
        sx={{
          position: 'absolute',
          left: -9999,
          display: 'inline-flex',
          alignItems: 'center',
          minHeight: 44,
          '&:focus': { left: 16, top: 12, bgcolor: 'background.paper', p: 1, zIndex: 1 },
        }}
      >
        Skip to content
      </Link>
      <Box
        component="header"
        sx={{
          ...wide,
          width: '100%',
          py: 1.5,
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0,
        }}
      >
        <Link
          href={sitePaths.home}
          underline="none"
          sx={{
            fontFamily: font.serif,
            fontSize: '1.625rem',
            minHeight: 44,
            display: 'inline-flex',
            alignItems: 'center',
            mr: 'auto',
          }}
          {...here(sitePaths.home)}
        >
          Celadon
        </Link>
        <Box
          component="nav"
          aria-label="Main"
          sx={{
            display: 'flex',
            alignItems: 'center',
            columnGap: { xs: 0, sm: 1 },
            '& > .MuiButton-root': {
              ml: { xs: 0.5, sm: 1 },
              px: { xs: 2, sm: 2.5 },
              whiteSpace: 'nowrap',
            },
          }}
        >
          <Link href={sitePaths.pricing} underline="hover" sx={link} {...here(sitePaths.pricing)}>
            Pricing
          </Link>
          <Link href={sitePaths.find} underline="hover" sx={link} {...here(sitePaths.find)}>
            Sign in
          </Link>
          {path !== sitePaths.signUp && (
            <ButtonAnchor href={sitePaths.signUp} variant="contained">
              Sign up
            </ButtonAnchor>
          )}
        </Box>
      </Box>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ ...wide, width: '100%', flexGrow: 1, outline: 'none' }}
      >
        {children}
      </Box>
      <Box component="footer" sx={{ borderTop: 1, borderColor: 'divider', mt: { xs: 6, sm: 10 } }}>
        <Box
          sx={{
            ...wide,
            py: 3,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            color: 'text.secondary',
            fontSize: '0.9375rem',
          }}
        >
          <Box component="span" sx={{ mr: 'auto' }}>
            Celadon, practice management for aesthetic clinics
          </Box>
          <Link
            href={sitePaths.find}
            underline="hover"
            color="inherit"
            sx={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
          >
            Find your clinic
          </Link>
        </Box>
      </Box>
    </Box>
  );
}

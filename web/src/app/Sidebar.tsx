import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { NavLink } from 'react-router';

import type { Session } from '@/api/generated';
import { AccountMenu } from '@/app/AccountMenu';
import { disabledSections, sections } from '@/app/sections';
import { chosenInForcedColors } from '@/theme/forcedColors';
import { colour, sidebarWidth } from '@/theme/tokens';

const entry = { width: '100%', minHeight: 44, px: 1.5, py: 0.5, mb: 0.25, gap: 2, display: 'flex', alignItems: 'center', justifyContent: 'flex-start', borderRadius: 2, typography: 'body1' };

interface Props {
  session: Session;
  onNavigate?: () => void;
}

/** The way to every screen, with the clinic's name at its head and one's own at its foot. Its links follow the way themselves. */
export const Sidebar = memo(function Sidebar({ session, onNavigate }: Props) {
  return (
    <Box sx={{ width: sidebarWidth, height: '100%', display: 'flex', flexDirection: 'column', bgcolor: colour.sidebar, px: 1.5, py: 2.5, overflowY: 'auto' }}>
      <Box sx={{ px: 1.5, pb: 2 }}>
        <Typography component="p" variant="h2" color="primary">Celadon</Typography>
        <Typography variant="caption" sx={{ color: colour.mutedOnSidebar }}>{session.clinic.name}</Typography>
      </Box>
      <Box component="nav" aria-label="Main" sx={{ flex: 1 }}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {sections.map(({ to, label, icon }) => (
            <li key={to}>
              <ButtonBase
                component={NavLink}
                to={to}
                end={to === '/'}
                {...(onNavigate && { onClick: onNavigate })}
                sx={{ ...entry, '&:hover': { bgcolor: 'action.hover' }, '&.active': { bgcolor: 'primary.light', color: 'primary.main', fontWeight: 600, ...chosenInForcedColors } }}
              >
                {icon}
                {label}
              </ButtonBase>
            </li>
          ))}
          {disabledSections.map(({ label, icon }) => (
            <Box key={label} component="li" aria-disabled sx={{ ...entry, color: colour.mutedOnSidebar, cursor: 'default' }}>
              {icon}
              {label}
            </Box>
          ))}
        </Box>
      </Box>
      <AccountMenu session={session} {...(onNavigate && { onNavigate })} />
    </Box>
  );
});

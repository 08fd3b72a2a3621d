import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { memo, useId } from 'react';
import { NavLink } from 'react-router';

import type { Session } from '@/api/generated';
import { AccountMenu } from '@/app/AccountMenu';
import { disabledSections } from '@/app/sections';
import { sectionsOf } from '@/app/sectionsOf';
import { useExactMatch } from '@/app/useExactMatch';
import { keyHint } from '@/features/search';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  session: Session;
  onSearch: () => void;
  onNavigate?: () => void;
}

/** The full navigation: the product and the clinic, every entry, and the account menu. A permanent sidebar on a desktop, else the content of the drawer. */
export const Sidebar = memo(function Sidebar({ session, onSearch, onNavigate }: Props) {
  const comingSoon = useId();
  const disabled = disabledSections(session.modules);
  const places = sectionsOf(session);
  const isExact = useExactMatch(places);
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.sidebar',
        px: 1.5,
        py: 1.5,
        overflowY: 'auto',
      }}
    >
      <Box sx={{ px: 1.5, pb: 1.5 }}>
        <Typography component="p" variant="h1" color="primary">
          Celadon
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.onSidebar', overflowWrap: 'anywhere' }}>
          {session.clinic.name}
        </Typography>
      </Box>
      <ListItemButton component="button" aria-haspopup="dialog" onClick={onSearch} sx={search}>
        <ListItemIcon>
          <Search />
        </ListItemIcon>
        <ListItemText disableTypography primary="Search" />
        <Box component="kbd" aria-hidden sx={keys}>
          {keyHint()}
        </Box>
      </ListItemButton>
      <Box component="nav" aria-label="Main" sx={{ flex: 1, pb: 1 }}>
        <List disablePadding>
          {places.map(({ to, label, icon, count }) => (
            <li key={to}>
              <ListItemButton
                component={NavLink}
                to={to}
                end={isExact(to)}
                onClick={onNavigate}
                sx={entry}
              >
                <ListItemIcon>{icon}</ListItemIcon>
                <ListItemText disableTypography primary={label} />
                {count}
              </ListItemButton>
            </li>
          ))}
        </List>
        {disabled.length > 0 && (
          <>
            <Box sx={{ borderTop: 1, borderColor: 'divider', my: 1 }} />
            <Typography
              id={comingSoon}
              component="p"
              variant="caption"
              sx={{ px: 1.5, py: 0.5, fontWeight: 600, color: 'text.onSidebar' }}
            >
              Coming soon
            </Typography>
            <List disablePadding aria-labelledby={comingSoon}>
              {disabled.map(({ label, icon }) => (
                <Box
                  component="li"
                  key={label}
                  aria-disabled
                  sx={{
                    ...row,
                    display: 'flex',
                    alignItems: 'center',
                    minHeight: 36,
                    color: 'text.onSidebar',
                  }}
                >
                  <ListItemIcon>{icon}</ListItemIcon>
                  <ListItemText disableTypography primary={label} />
                </Box>
              ))}
            </List>
          </>
        )}
      </Box>
      <AccountMenu session={session} {...(onNavigate && { onNavigate })} />
    </Box>
  );
});

const row = {
  px: 1.5,
  py: 0,
  typography: 'body1',
  '& .MuiListItemIcon-root': { minWidth: 34, color: 'inherit', '& > svg': { fontSize: 22 } },
} as const;
const entry = {
  ...row,
  borderRadius: 1,
  fontWeight: 500,
  '&.active': {
    bgcolor: 'primary.light',
    color: 'primary.main',
    fontWeight: 600,
    ...chosenInForcedColors,
  },
} as const;
const search = {
  ...entry,
  flex: 'none',
  mb: 1,
  color: 'text.onSidebar',
  bgcolor: 'background.paper',
} as const;
/** Where there is no keyboard it is left out. */
const keys = { typography: 'caption', '@media (hover: none)': { display: 'none' } } as const;

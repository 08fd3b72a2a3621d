import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { NavLink } from 'react-router';

import type { Session } from '@/api/generated';
import { AccountMenu } from '@/app/AccountMenu';
import { sections } from '@/app/sections';
import { sectionsOf } from '@/app/sectionsOf';
import { useExactMatch } from '@/app/useExactMatch';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  session: Session;
  onSearch: () => void;
  onMore: () => void;
}

/** The navigation of a tablet: each entry an icon above its word. "More" opens the full one, which has the disabled entries too. */
export const Rail = memo(function Rail({ session, onSearch, onMore }: Props) {
  const places = sectionsOf(session);
  const isExact = useExactMatch(places);
  // With modules the entries are lower, so that a tablet held across still shows all of them.
  const height = places.length > sections.length ? 48 : 56;
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.sidebar',
        px: 1,
        pb: 1,
        overflowY: 'auto',
      }}
    >
      <Typography
        component="p"
        variant="h1"
        color="primary"
        sx={{ py: 2, fontSize: '1.25rem', textAlign: 'center' }}
      >
        Celadon
      </Typography>
      <ListItemButton
        component="button"
        aria-haspopup="dialog"
        onClick={onSearch}
        sx={{ ...entry, flexGrow: 0, flexShrink: 0, width: '100%' }}
      >
        <Search />
        Search
      </ListItemButton>
      <Box component="nav" aria-label="Main" sx={{ flex: 1 }}>
        <List disablePadding>
          {places.map(({ to, label, short, icon, count }) => (
            <li key={to}>
              <ListItemButton
                component={NavLink}
                to={to}
                end={isExact(to)}
                {...(short && { 'aria-label': label })}
                sx={{ ...entry, minHeight: height }}
              >
                <Box
                  sx={{
                    position: 'relative',
                    display: 'flex',
                    '& > .count': { position: 'absolute', left: '60%', top: -6 },
                  }}
                >
                  {icon}
                  {count}
                </Box>
                {short ?? label}
              </ListItemButton>
            </li>
          ))}
        </List>
        <ListItemButton
          component="button"
          aria-haspopup="dialog"
          onClick={onMore}
          sx={{ ...entry, width: '100%' }}
        >
          <MoreHoriz />
          More
        </ListItemButton>
      </Box>
      <AccountMenu session={session} compact />
    </Box>
  );
});

const entry = {
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 0.5,
  minHeight: 56,
  px: 0,
  py: 0.5,
  borderRadius: 1,
  typography: 'caption',
  fontWeight: 600,
  '& > svg': { fontSize: 22 },
  '&.active': { bgcolor: 'primary.light', color: 'primary.main', ...chosenInForcedColors },
} as const;

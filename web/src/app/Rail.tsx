import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import { NavLink } from 'react-router';

import type { Session } from '@/api/generated';
import { AccountMenu } from '@/app/AccountMenu';
import { sections } from '@/app/sections';
import { chosenInForcedColors } from '@/theme/forcedColors';
import { colour, railWidth } from '@/theme/tokens';

interface Props {
  session: Session;
  onOpenMenu: () => void;
}

/** The sidebar where a tablet has no room for words; the button at its head opens the one with words. */
export const Rail = memo(function Rail({ session, onOpenMenu }: Props) {
  return (
    <Box sx={{ width: railWidth, height: '100%', display: 'flex', flexDirection: 'column', alignItems: 'center', bgcolor: colour.sidebar, py: 1.5, gap: 0.5, overflowY: 'auto' }}>
      <IconButton aria-label="Open menu" title="Menu" onClick={onOpenMenu} sx={{ mb: 1 }}>
        <MenuIcon />
      </IconButton>
      <Box component="nav" aria-label="Main" sx={{ flex: 1, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
        {sections.map(({ to, label, icon }) => (
          <IconButton
            key={to}
            component={NavLink}
            to={to}
            end={to === '/'}
            aria-label={label}
            title={label}
            sx={{ width: 48, height: 48, borderRadius: 2, color: 'text.primary', '&.active': { bgcolor: 'primary.light', color: 'primary.main', ...chosenInForcedColors } }}
          >
            {icon}
          </IconButton>
        ))}
      </Box>
      <AccountMenu session={session} compact />
    </Box>
  );
});

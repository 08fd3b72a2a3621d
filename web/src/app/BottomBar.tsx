import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import GlobalStyles from '@mui/material/GlobalStyles';
import { NavLink } from 'react-router';

import { sections } from '@/app/sections';
import { chosenInForcedColors } from '@/theme/forcedColors';
import { bottomBarHeight } from '@/theme/tokens';

/** The navigation of a phone: four places, and "More" for the full one. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  return (
    <>
      {/* Used by what is fixed to the foot of the page: a form's bar, notices. */}
      <GlobalStyles styles={{ ':root': { '--bottom-bar': `${bottomBarHeight}px` } }} />
      <Box component="nav" aria-label="Main" sx={bar}>
        {sections
          .filter(({ onPhone }) => onPhone)
          .map(({ to, label, icon }) => (
            <ButtonBase key={to} component={NavLink} to={to} end={to === '/'} sx={place}>
              {icon}
              {label}
            </ButtonBase>
          ))}
        <ButtonBase aria-haspopup="dialog" onClick={onMore} sx={place}>
          <MoreHoriz />
          More
        </ButtonBase>
      </Box>
    </>
  );
}

const bar = {
  position: 'sticky',
  bottom: 0,
  display: 'flex',
  justifyContent: 'center',
  zIndex: 'appBar',
  height: bottomBarHeight,
  px: 0.5,
  displayPrint: 'none',
  bgcolor: 'background.sidebar',
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** As wide as its word: on a narrow phone "Appointments" needs more than a fifth. */
const place = {
  flex: '1 1 auto',
  flexDirection: 'column',
  minWidth: 0,
  px: 0.5,
  gap: 0.25,
  borderRadius: 1,
  color: 'text.primary',
  typography: 'caption',
  fontWeight: 600,
  '& > svg': { fontSize: 22 },
  '&.active': { color: 'primary.main', ...chosenInForcedColors },
} as const;

import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import DevicesRounded from '@mui/icons-material/DevicesRounded';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import KeyRounded from '@mui/icons-material/KeyRounded';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import PhonelinkLockRounded from '@mui/icons-material/PhonelinkLockRounded';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import TabletMacRounded from '@mui/icons-material/TabletMacRounded';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { usePermissions } from '@/api/usePermissions';
import { ColorSchemeSwitch } from '@/app/ColorSchemeSwitch';
import { SlashSwitch } from '@/features/search';
import { paths } from '@/lib/paths';

interface Props {
  anchor: HTMLElement;
  name: string;
  role: string;
  email: string;
  onClose: () => void;
  onChangePassword: () => void;
  onPin: () => void;
  onSecondFactor: () => void;
  onSignIns: () => void;
  onCalendar: () => void;
  /** Called when a link is followed. */
  onLeave: () => void;
}

/** The account menu's entries. A dialog and not MUI's Menu, because it also has text and the colour scheme's switch. */
export function AccountPanel({
  anchor,
  name,
  role,
  email,
  onClose,
  onCalendar,
  onChangePassword,
  onLeave,
  onPin,
  onSecondFactor,
  onSignIns,
}: Props) {
  const { may } = usePermissions();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Your account',
          sx: { width: 264, py: 1, boxShadow: 4 },
        },
      }}
    >
      <Box sx={{ px: 2, py: 1, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {role}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {email}
        </Typography>
      </Box>
      <Divider sx={{ my: 1 }} />
      <List component="div" disablePadding>
        {may('audit.read') && (
          <PanelLink to={paths.activity} icon={<HistoryRounded />} onClick={onLeave}>
            Activity log
          </PanelLink>
        )}
        <PanelButton icon={<KeyRounded />} onClick={onChangePassword}>
          Change password
        </PanelButton>
        <PanelButton icon={<PhonelinkLockRounded />} onClick={onSecondFactor}>
          Two-step sign-in
        </PanelButton>
        <PanelButton icon={<TabletMacRounded />} onClick={onPin}>
          PIN for handing over
        </PanelButton>
        <PanelButton icon={<DevicesRounded />} onClick={onSignIns}>
          Where you are signed in
        </PanelButton>
        <PanelButton icon={<CalendarMonthOutlined />} onClick={onCalendar}>
          Calendar link
        </PanelButton>
        {may('clinic.settings.write') && (
          <PanelLink to={paths.settings} icon={<SettingsOutlined />} onClick={onLeave}>
            Clinic settings
          </PanelLink>
        )}
        <PanelLink to={paths.signOut} icon={<LogoutRounded />} onClick={onClose}>
          Sign out
        </PanelLink>
      </List>
      <Divider sx={{ my: 1 }} />
      <ColorSchemeSwitch />
      <SlashSwitch />
    </Popover>
  );
}

interface Entry {
  icon: ReactNode;
  onClick: () => void;
  children: string;
}

function PanelButton({ icon, onClick, children }: Entry) {
  return (
    <ListItemButton component="button" onClick={onClick} sx={{ ...entry, width: '100%' }}>
      <ListItemIcon>{icon}</ListItemIcon>
      {children}
    </ListItemButton>
  );
}

function PanelLink({ to, icon, onClick, children }: Entry & { to: string }) {
  return (
    <ListItemButton component={Link} to={to} onClick={onClick} sx={entry}>
      <ListItemIcon>{icon}</ListItemIcon>
      {children}
    </ListItemButton>
  );
}

const entry = {
  minHeight: 48,
  py: 0,
  typography: 'body1',
  '& .MuiListItemIcon-root': { minWidth: 34, color: 'inherit', '& > svg': { fontSize: 22 } },
} as const;

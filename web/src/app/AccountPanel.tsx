import DevicesRounded from '@mui/icons-material/DevicesRounded';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import KeyRounded from '@mui/icons-material/KeyRounded';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import PhonelinkLockRounded from '@mui/icons-material/PhonelinkLockRounded';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

import { usePermissions } from '@/api/usePermissions';

const choice = { width: '100%', minHeight: 48, px: 2, gap: 1.5, justifyContent: 'flex-start', typography: 'body1', '&:hover': { bgcolor: 'action.hover' } };

interface Props {
  anchor: HTMLElement;
  name: string;
  role: string;
  email: string;
  onClose: () => void;
  onChangePassword: () => void;
  onSecondFactor: () => void;
  onSignIns: () => void;
  /** When a screen is chosen. */
  onLeave: () => void;
}

/** The account menu's entries. */
export function AccountPanel({ anchor, name, role, email, onClose, onChangePassword, onLeave, onSecondFactor, onSignIns }: Props) {
  const { may } = usePermissions();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Your account', sx: { width: 240, py: 1, boxShadow: 4 } } }}
    >
      <Box sx={{ px: 2, py: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">{role}</Typography>
        <Typography variant="body2" color="textSecondary">{email}</Typography>
      </Box>
      <Divider sx={{ my: 1 }} />
      {may('audit.read') && (
        <ButtonBase component={Link} to="/activity" sx={choice} onClick={onLeave}>
          <HistoryRounded fontSize="small" aria-hidden />
          Activity log
        </ButtonBase>
      )}
      <ButtonBase sx={choice} onClick={onChangePassword}>
        <KeyRounded fontSize="small" aria-hidden />
        Change password
      </ButtonBase>
      <ButtonBase sx={choice} onClick={onSecondFactor}>
        <PhonelinkLockRounded fontSize="small" aria-hidden />
        Two-step sign-in
      </ButtonBase>
      <ButtonBase sx={choice} onClick={onSignIns}>
        <DevicesRounded fontSize="small" aria-hidden />
        Where you are signed in
      </ButtonBase>
      {may('clinic.settings.write') && (
        <ButtonBase component={Link} to="/settings" sx={choice} onClick={onLeave}>
          <SettingsOutlined fontSize="small" aria-hidden />
          Clinic settings
        </ButtonBase>
      )}
      <ButtonBase component={Link} to="/sign-out" sx={choice} onClick={onClose}>
        <LogoutRounded fontSize="small" aria-hidden />
        Sign out
      </ButtonBase>
    </Popover>
  );
}

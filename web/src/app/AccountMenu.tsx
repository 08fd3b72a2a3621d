import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { Session } from '@/api/generated';
import type { AccountChange } from '@/app/AccountDialog';
import { lazyDialog } from '@/components/lazyDialog';

const AccountPanel = lazyDialog(async () => (await import('@/app/AccountPanel')).AccountPanel);
const AccountDialog = lazyDialog(async () => (await import('@/app/AccountDialog')).AccountDialog);

interface Props {
  session: Session;
  /** Initials and the word "Account", for the rail. */
  compact?: boolean;
  /** Called when a link is followed, so that a drawer closes. */
  onNavigate?: () => void;
}

/** The signed-in member's name and role; opens the account menu. */
export function AccountMenu({ session: { member }, compact = false, onNavigate }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [changing, setChanging] = useState<AccountChange>();
  const change = (what: AccountChange) => {
    setAnchor(null);
    setChanging(what);
  };
  const name = `${member.first_name} ${member.last_name}`;
  const role = member.is_owner ? `${member.role}, owner` : member.role;

  return (
    <>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`Account: ${name}, ${role}`}
        sx={{
          width: '100%',
          minHeight: 52,
          p: compact ? 0.5 : 1,
          flexDirection: compact ? 'column' : 'row',
          gap: compact ? 0.5 : 1.25,
          borderRadius: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Initials of={member} />
        {compact && (
          <Typography component="span" variant="caption" sx={{ fontWeight: 600 }}>
            Account
          </Typography>
        )}
        {!compact && (
          <>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography noWrap sx={{ fontWeight: 600 }}>
                {name}
              </Typography>
              <Typography variant="caption" component="p" noWrap sx={{ color: 'text.onSidebar' }}>
                {member.role}
              </Typography>
            </Box>
            <UnfoldMore fontSize="small" aria-hidden sx={{ color: 'text.onSidebar' }} />
          </>
        )}
      </ButtonBase>
      {anchor && (
        <AccountPanel
          anchor={anchor}
          name={name}
          role={role}
          email={member.email}
          onClose={() => setAnchor(null)}
          onLeave={() => {
            setAnchor(null);
            onNavigate?.();
          }}
          onChangePassword={() => change('password')}
          onPin={() => change('pin')}
          onSecondFactor={() => change('second-factor')}
          onSignIns={() => change('sign-ins')}
          onCalendar={() => change('calendar')}
        />
      )}
      {changing && (
        <AccountDialog
          change={changing}
          email={member.email}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

function Initials({ of: { first_name, last_name } }: { of: Session['member'] }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: 36,
        height: 36,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        typography: 'body1',
        fontWeight: 600,
      }}
    >
      {`${first_name.slice(0, 1)}${last_name.slice(0, 1)}`.toUpperCase()}
    </Box>
  );
}

import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';

import { useListSupportAccessQuery, useShowPlanQuery, type Session } from '@/api/generated';
import { useAppSelector } from '@/api/store';
import { IdleTimeout } from '@/app/IdleTimeout';
import { Rail } from '@/app/Rail';
import { SessionEndedDialog } from '@/app/SessionEndedDialog';
import { Sidebar } from '@/app/Sidebar';
import { preloadDialogs, lazyDialog } from '@/components/lazyDialog';
import { UnconfirmedBanner } from '@/features/account';
import { PlanBanner } from '@/features/billing';
import { LookingBanner, SupportBanner } from '@/features/support';
import { colour } from '@/theme/tokens';

const MenuDrawer = lazyDialog(async () => (await import('@/app/MenuDrawer')).MenuDrawer);

/** How long, in ms, to wait before the dialogs are preloaded, so that the first screen has the network to itself. */
const settled = 2_000;

/** The frame of the staff's screens: a sidebar at a desk, a rail on a tablet, a drawer on a phone. */
export function AppShell({ session }: { session: Session }) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const tablet = useMediaQuery<Theme>((theme) => theme.breakpoints.between('sm', 'lg'));
  const ended = useAppSelector((state) => state.signedOut);
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useFocusOnArrival();
  const openMenu = useCallback(() => setMenuOpen(true), []);
  useEffect(() => {
    const rested = setTimeout(preloadDialogs, settled);
    return () => clearTimeout(rested);
  }, []);

  return (
    <Box sx={{ display: 'flex', flexDirection: phone ? 'column' : 'row', minHeight: '100dvh' }}>
      <Link href="#main" sx={{ position: 'absolute', left: -9999, '&:focus': { left: 16, top: 16, zIndex: 'tooltip', bgcolor: 'background.paper', p: 1.5 } }}>
        Skip to content
      </Link>
      {phone
        ? <TopBar clinic={session.clinic.name} onOpenMenu={openMenu} />
        : (
          <Box component="aside" aria-label="Sidebar" sx={{ displayPrint: 'none', flexShrink: 0, bgcolor: colour.sidebar }}>
            <Box sx={{ position: 'sticky', top: 0, height: '100dvh' }}>
              {tablet ? <Rail session={session} onOpenMenu={openMenu} /> : <Sidebar session={session} />}
            </Box>
          </Box>
        )}
      <Box component="main" id="main" ref={main} tabIndex={-1} sx={{ flex: 1, minWidth: 0, width: '100%', maxWidth: 1360, mx: 'auto', p: { xs: 2, sm: 4 }, pb: { xs: 10, sm: 10 }, outline: 0 }}>
        <PlanMessage />
        <SupportNews session={session} />
        <Outlet />
      </Box>
      <Arriving />
      {menuOpen && (phone || tablet) && <MenuDrawer session={session} onClose={() => setMenuOpen(false)} />}
      {/* Not lazy: the network may be gone when they are needed, and unsaved work below must stay. */}
      {ended ? <SessionEndedDialog email={session.member.email} /> : <IdleTimeout idleMinutes={session.idle_minutes} />}
    </Box>
  );
}

function TopBar({ clinic, onOpenMenu }: { clinic: string; onOpenMenu: () => void }) {
  return (
    <Box component="header" sx={{ display: 'flex', displayPrint: 'none', alignItems: 'center', gap: 1, px: 1, py: 0.5, bgcolor: colour.sidebar }}>
      <IconButton aria-label="Open menu" onClick={onOpenMenu}>
        <MenuIcon />
      </IconButton>
      <Typography component="p" variant="h2" color="primary">Celadon</Typography>
      <Typography variant="caption" noWrap sx={{ ml: 'auto', pr: 1, color: colour.mutedOnSidebar }}>{clinic}</Typography>
    </Box>
  );
}

/** Banners about the plan and the owner's unconfirmed address. */
function PlanMessage() {
  const { data: plan } = useShowPlanQuery();
  return (
    <>
      {plan?.owner_unconfirmed && <UnconfirmedBanner />}
      {plan && (plan.notice ?? plan.seats.limit) && <PlanBanner plan={plan} />}
    </>
  );
}

/** The banner that says who of the service may look into the clinic, for those who may see the activity log. */
function SupportNews({ session }: { session: Session }) {
  const { data } = useListSupportAccessQuery(undefined, { skip: !session.permissions.includes('audit.read') || session.support !== null });
  const leave = data?.filter(({ holds }) => holds) ?? [];
  if (session.support) return <LookingBanner />;
  return leave.length > 0 ? <SupportBanner leave={leave} /> : null;
}

/** A thin line while the next page loads. */
function Arriving() {
  const busy = useNavigation().state !== 'idle';
  return <Box aria-hidden sx={{ position: 'fixed', inset: '0 0 auto 0', height: 2, zIndex: 'tooltip', bgcolor: 'primary.main', opacity: busy ? 1 : 0, transition: 'opacity 150ms 120ms' }} />;
}

/** Moves the focus to the content of a new page, where it would else stay on the link that led there. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

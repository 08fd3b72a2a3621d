import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';

import type { Session } from '@/api/generated';
import { useAppSelector } from '@/api/store';
import { BottomBar } from '@/app/BottomBar';
import { IdleTimeout } from '@/app/IdleTimeout';
import { Rail } from '@/app/Rail';
import { SessionEndedDialog } from '@/app/SessionEndedDialog';
import { Sidebar } from '@/app/Sidebar';
import { useBannerHeight } from '@/app/useBannerHeight';
import { lazyCode } from '@/components/lazyCode';
import { preloadDialogs, lazyDialog } from '@/components/lazyDialog';
import { PageSkeleton } from '@/components/PageSkeleton';
import { OpenSearch, useSearchKeys } from '@/features/search';
import { railWidth, sidebarWidth } from '@/theme/tokens';

const MenuDrawer = lazyDialog(async () => (await import('@/app/MenuDrawer')).MenuDrawer);
const useBanners = lazyCode(() => import('@/app/Banners'));
const QuickSearch = lazyDialog(async () => (await import('@/app/QuickSearch')).QuickSearch);

/** For how long, in ms, the first screen loads before the dialogs are preloaded, and at most waits for the banners above it. */
const settled = 2_000;

/** The frame of the staff's screens. The navigation is a sidebar on a desktop, a rail on a tablet and a bottom bar on a phone. */
export function AppShell({ session }: { session: Session }) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const tablet = useMediaQuery<Theme>((theme) => theme.breakpoints.between('sm', 'lg'));
  const ended = useAppSelector((state) => state.signedOut);
  const [menuOpen, setMenuOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const { pathname } = useLocation();
  // A banner may say that nothing can be changed: where its code could not be fetched, the next screen tries again.
  const { code: banners, failed } = useBanners(pathname);
  // A banner that arrived after the page would move what a finger is about to press.
  const [bannersKnown, setBannersKnown] = useState(false);
  const bannerHeight = useBannerHeight();
  const main = useFocusOnArrival();
  const openMenu = useCallback(() => setMenuOpen(true), []);
  const search = useCallback(() => {
    setMenuOpen(false);
    setSearching(true);
  }, []);
  useSearchKeys(search);
  useEffect(() => {
    let stopPreloading = () => {};
    const rested = setTimeout(() => {
      setBannersKnown(true);
      stopPreloading = preloadDialogs();
    }, settled);
    return () => {
      clearTimeout(rested);
      stopPreloading();
    };
  }, []);

  return (
    <Box sx={{ display: 'flex', flexDirection: phone ? 'column' : 'row', minHeight: '100dvh' }}>
      <Link
        href="#main"
        sx={{
          position: 'absolute',
          left: -9999,
          '&:focus': { left: 16, top: 16, zIndex: 'tooltip', bgcolor: 'background.paper', p: 1.5 },
        }}
      >
        Skip to content
      </Link>
      {!phone && (
        <Box
          component="aside"
          aria-label="Sidebar"
          sx={{
            displayPrint: 'none',
            flexShrink: 0,
            width: tablet ? railWidth : sidebarWidth,
            bgcolor: 'background.sidebar',
          }}
        >
          <Box sx={{ position: 'sticky', top: 0, height: '100dvh' }}>
            {tablet ? (
              <Rail session={session} onSearch={search} onMore={openMenu} />
            ) : (
              <Sidebar session={session} onSearch={search} />
            )}
          </Box>
        </Box>
      )}
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        sx={{
          flex: 1,
          minWidth: 0,
          width: '100%',
          maxWidth: 1360,
          mx: 'auto',
          px: { xs: 2, sm: 3 },
          // As high as the notices too: the last line of a page can be scrolled out from under them. Above a bar at the foot they stand anyway.
          pb: 'calc(80px + max(0px, var(--notices, 0px) - 1000 * var(--foot-bar, 0px)))',
          outline: 0,
        }}
      >
        <Box ref={bannerHeight} sx={{ '&:not(:empty)': { pt: 2 } }}>
          {banners && <banners.Banners session={session} onKnown={() => setBannersKnown(true)} />}
        </Box>
        {bannersKnown || failed ? (
          <OpenSearch value={search}>
            <Outlet />
          </OpenSearch>
        ) : (
          <PageSkeleton />
        )}
      </Box>
      {phone && <BottomBar onMore={openMenu} />}
      <NavigationProgress />
      {menuOpen && (phone || tablet) && (
        <MenuDrawer
          session={session}
          anchor={phone ? 'bottom' : 'left'}
          onSearch={search}
          onClose={() => setMenuOpen(false)}
        />
      )}
      {searching && <QuickSearch onClose={() => setSearching(false)} />}
      {/* Not lazy: the network may be gone when they are needed, and unsaved work below must stay. */}
      {ended ? (
        <SessionEndedDialog email={session.member.email} />
      ) : (
        <IdleTimeout idleMinutes={session.idle_minutes} />
      )}
    </Box>
  );
}

/** A thin line while the next page loads. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        inset: '0 0 auto 0',
        height: 2,
        zIndex: 'tooltip',
        bgcolor: 'primary.main',
        opacity: busy ? 1 : 0,
        transition: 'opacity 150ms 120ms',
      }}
    />
  );
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

import { createTheme } from '@mui/material/styles';

import { buttons, pressed } from '@/theme/buttons';
import { fields } from '@/theme/fields';
import { pages } from '@/theme/pages';
import { colour, font, target } from '@/theme/tokens';

const severities = ['error', 'warning', 'success', 'info'] as const;

/** The design language as a MUI theme: paper and ink, one accent, no shadows but under dialogs. */
export const theme = createTheme({
  // One scheme of colours and so no CSS variables: the build leaves out what MUI has for them (vite.config.ts).
  cssVariables: false,
  focusVisible: { outlineColor: colour.eucalyptus, outlineOffset: 2 },
  // A phone, a tablet (700) and a desk (1200): the three widths the shell knows.
  breakpoints: { values: { xs: 0, sm: 700, md: 900, lg: 1200, xl: 1536 } },
  palette: {
    mode: 'light',
    primary: { main: colour.eucalyptus, light: colour.eucalyptusTint, dark: colour.eucalyptusDark, contrastText: colour.paper },
    secondary: { main: colour.rosewood, light: colour.rosewoodTint, dark: colour.rosewoodDark, contrastText: colour.paper },
    error: { main: colour.error, light: colour.errorTint },
    warning: { main: colour.warning, light: colour.warningTint },
    success: { main: colour.success, light: colour.successTint },
    info: { main: colour.info, light: colour.infoTint },
    background: { default: colour.porcelain, paper: colour.paper },
    text: { primary: colour.ink, secondary: colour.muted },
    divider: colour.hairline,
  },
  shape: { borderRadius: 10 },
  transitions: { duration: { shortest: 100, shorter: 120, short: 150, standard: 150, complex: 150, enteringScreen: 150, leavingScreen: 120 } },
  typography: {
    fontFamily: font.sans,
    h1: { fontFamily: font.serif, fontSize: '2.125rem', lineHeight: 41 / 34, letterSpacing: '-0.01em', fontWeight: 400 },
    h2: { fontFamily: font.serif, fontSize: '1.5rem', lineHeight: 31 / 24, fontWeight: 400 },
    h3: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
    body1: { fontSize: '1rem', lineHeight: 1.55 },
    body2: { fontSize: '0.9375rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.45 },
    button: { fontSize: '0.9375rem', textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { overflowWrap: 'break-word' },
        '.row-link': {
          display: 'inline-flex',
          alignItems: 'center',
          minHeight: target,
          color: colour.eucalyptus,
          textDecorationColor: `color-mix(in srgb, ${colour.eucalyptus} 40%, transparent)`,
          '&:hover': { textDecorationColor: 'inherit' },
          '&.strong': { fontWeight: 600 },
          // Among a record's other lines, those above and below make room for the finger.
          'tr &, dl &, .name &': { marginBlock: -12 },
        },
        '.word-button': {
          font: 'inherit',
          fontSize: '0.9375rem',
          fontWeight: 600,
          minHeight: target,
          minWidth: 0,
          paddingInline: 8,
          border: 0,
          borderRadius: 999,
          background: 'none',
          color: colour.eucalyptus,
          cursor: 'pointer',
          '&:hover': { backgroundColor: `color-mix(in srgb, ${colour.eucalyptus} 4%, transparent)` },
          '&:active': { opacity: pressed },
          '&.danger': { color: colour.error },
          '@media (forced-colors: active)': { border: '1px solid ButtonText' },
          'tr &, dl &': { margin: -8 },
        },
        ...buttons,
        ...fields,
        ...pages,
        // What takes the focus comes into sight above a bar at the foot of the page, not beneath it.
        // It has no dark scheme of its own, and a browser must not make one: it would darken the paper under a signature and not its ink.
        html: { scrollPaddingBottom: 'var(--foot-bar, 0px)', colorScheme: 'only light' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', animationIterationCount: '1 !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiAlert: {
      styleOverrides: {
        // What can be done stands beneath the words where there is no room beside them.
        root: {
          flexWrap: 'wrap',
          variants: severities.map((severity) => ({
            props: { severity },
            style: { color: colour[severity], backgroundColor: colour[`${severity}Tint`], '& .MuiAlert-icon': { color: colour[severity] } },
          })),
        },
        message: { flex: '1 1 0', minWidth: 'min(200px, 60%)' },
        action: { whiteSpace: 'nowrap' },
      },
    },
    // What is pressed says so at once and without the work of drawing a wave over it, which a slow tablet feels.
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:active': { opacity: pressed } } } },
    MuiIconButton: { styleOverrides: { root: { minWidth: target, minHeight: target, '@media (forced-colors: active)': { border: '1px solid ButtonText' } } } },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { outlined: { borderColor: colour.hairline } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: colour.hairline, paddingBlock: 14, fontSize: '0.9375rem', fontVariantNumeric: 'tabular-nums' },
        head: { color: colour.muted, fontWeight: 600, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
      },
    },
    MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
  },
});

import { createTheme, type Theme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

import { baseline } from '@/theme/baseline';
import { buttons } from '@/theme/buttons';
import { fields } from '@/theme/fields';
import { paletteOf } from '@/theme/palette';
import { surfaces } from '@/theme/surfaces';
import { colour, darkColour, font } from '@/theme/tokens';
import { typography } from '@/theme/typography';

/** The design language as a MUI theme: paper and ink, one accent, no shadows but under dialogs. */
export const theme = forScreensOnly(createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme' },
  colorSchemes: {
    light: { palette: paletteOf('light', colour) },
    dark: { palette: paletteOf('dark', darkColour) },
  },
  focusVisible: { outlineColor: 'var(--mui-palette-primary-main)', outlineOffset: 2 },
  // A phone, a tablet (700) and a desk (1200): the three widths the shell knows.
  breakpoints: { values: { xs: 0, sm: 700, md: 900, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 10 },
  transitions: { duration: { shortest: 100, shorter: 120, short: 150, standard: 150, complex: 150, enteringScreen: 150, leavingScreen: 120 } },
  typography: { fontFamily: font.sans, ...typography },
  components: { MuiCssBaseline: baseline, ...buttons, ...fields, ...surfaces },
}));

/** Paper is white: dark colours are for screens, and what is printed has the light ones. */
function forScreensOnly(made: Theme): Theme {
  const all = made.generateStyleSheets;
  made.generateStyleSheets = () => all().map((sheet) => Object.fromEntries(
    Object.entries(sheet).map(([selector, rules]) => (selector === '[data-color-scheme="dark"]' ? ['@media screen', { [selector]: rules }] : [selector, rules])),
  ));
  return made;
}
